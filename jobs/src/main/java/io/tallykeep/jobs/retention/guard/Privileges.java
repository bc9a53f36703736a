package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the connected account may do, by SHOW GRANTS, which includes its active roles. Only says
 * what is missing before anything is touched; the server has the last word.
 */
public final class Privileges {
  private static final Pattern GRANT =
      Pattern.compile(
          "(GRANT|REVOKE) (.+?) ON (?:TABLE )?(\\S+)\\.(\\S+) (?:TO|FROM) .*", Pattern.DOTALL);
  private static final Pattern COLUMN_LIST = Pattern.compile(" ?\\([^)]*\\)");

  private record Grant(Set<String> privileges, String schema, String table, boolean revoked) {}

  private final String account;
  private final List<Grant> grants;

  private Privileges(String account, List<Grant> grants) {
    this.account = account;
    this.grants = List.copyOf(grants);
  }

  /** Asks the server. */
  public static Privileges read(Session session) throws SQLException {
    String user = session.first("SELECT CURRENT_USER()", row -> row.getString(1)).orElseThrow();
    List<String> lines = session.query("SHOW GRANTS", row -> row.getString(1));
    return of(user, lines);
  }

  static Privileges of(String user, List<String> lines) {
    List<Grant> grants = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = GRANT.matcher(line);
      if (matcher.matches()) {
        grants.add(
            new Grant(
                privileges(matcher.group(2)),
                unquoted(matcher.group(3)),
                unquoted(matcher.group(4)),
                matcher.group(1).equals("REVOKE")));
      }
    }
    int at = user.lastIndexOf('@');
    return new Privileges(
        "'" + user.substring(0, at) + "'@'" + user.substring(at + 1) + "'", grants);
  }

  private static Set<String> privileges(String list) {
    // A privilege on some columns only is not one on the table.
    List<String> whole =
        Arrays.stream(list.split(", ?(?![^(]*\\))"))
            .filter(privilege -> !COLUMN_LIST.matcher(privilege).find())
            .map(privilege -> privilege.trim().toUpperCase(Locale.ROOT))
            .toList();
    return new HashSet<>(whole);
  }

  private static String unquoted(String name) {
    return name.replace("`", "");
  }

  /** The account, ready to stand in a GRANT. */
  public String account() {
    return account;
  }

  /** Whether the account has the privilege on the whole server. */
  public boolean allowsGlobally(String privilege) {
    return grants.stream()
        .anyMatch(grant -> !grant.revoked() && isGlobal(grant) && gives(grant, privilege));
  }

  /** Whether the account has the privilege on the whole table. */
  public boolean allows(String privilege, TableName table) {
    boolean revoked =
        grants.stream()
            .anyMatch(grant -> grant.revoked() && covers(grant, table) && gives(grant, privilege));
    return grants.stream()
        .filter(grant -> !grant.revoked() && !(revoked && isGlobal(grant)))
        .anyMatch(grant -> covers(grant, table) && gives(grant, privilege));
  }

  /** Whether the account has the privilege on everything in the schema, there now or later. */
  public boolean allowsOnSchema(String privilege, Identifier schema) {
    boolean revoked =
        grants.stream()
            .anyMatch(grant -> grant.revoked() && covers(grant, schema) && gives(grant, privilege));
    return grants.stream()
        .filter(grant -> !grant.revoked() && !(revoked && isGlobal(grant)))
        .anyMatch(grant -> covers(grant, schema) && gives(grant, privilege));
  }

  /** What to run to get a privilege, as a sentence. */
  public String grantStatement(String privilege, String on) {
    return "Run GRANT " + privilege + " ON " + on + " TO " + account + ";";
  }

  private static boolean covers(Grant grant, Identifier schema) {
    return grant.table().equals("*")
        && (grant.schema().equals("*") || like(grant.schema(), schema.value()));
  }

  private static boolean isGlobal(Grant grant) {
    return grant.schema().equals("*") && grant.table().equals("*");
  }

  private static boolean gives(Grant grant, String privilege) {
    return grant.privileges().contains(privilege)
        || grant.privileges().contains("ALL PRIVILEGES")
        || grant.privileges().contains("ALL");
  }

  private static boolean covers(Grant grant, TableName table) {
    return (grant.schema().equals("*") || like(grant.schema(), table.schema().value()))
        && (grant.table().equals("*") || grant.table().equalsIgnoreCase(table.table().value()));
  }

  /** Schema names in grants are patterns: % and _ stand for anything unless escaped. */
  private static boolean like(String pattern, String schema) {
    StringBuilder regex = new StringBuilder("(?i)");
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        i++;
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return schema.matches(regex.toString());
  }
}
