package io.tallykeep.jobs.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.source}: the MySQL server that holds the datasets and the control schema.
 *
 * @param url JDBC address, {@code jdbc:mysql://host:3306/}
 * @param username the account the jobs use
 * @param password its password; prefer the environment variable TALLYKEEP_SOURCE_PASSWORD
 * @param controlSchema the schema of the day ledger, the archive's pointer and the job history
 */
public record SourceSettings(
    @DefaultValue("") String url,
    @DefaultValue("") String username,
    @DefaultValue("") String password,
    @DefaultValue("tallykeep") String controlSchema) {
  /** The address for people: without what may hold a password. */
  public String server() {
    return withoutSecrets(url);
  }

  static String withoutSecrets(String url) {
    return url.replaceFirst("\\?.*", "").replaceFirst("//[^/]*@", "//***@");
  }

  @Override
  public String toString() {
    return "SourceSettings[url="
        + server()
        + ", username="
        + username
        + ", password=***, controlSchema="
        + controlSchema
        + "]";
  }
}
