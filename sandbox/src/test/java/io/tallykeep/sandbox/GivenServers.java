package io.tallykeep.sandbox;

import java.util.Optional;

/** The configuration of somebody who has servers of their own. */
final class GivenServers {
  private GivenServers() {}

  static Overrides of(Sandbox given, String password) {
    return new Overrides(
        setting ->
            switch (setting) {
              case MYSQL_URL -> Optional.of(given.mysql().jdbcUrl(""));
              case MYSQL_USER -> Optional.of(given.mysql().user());
              case MYSQL_PASSWORD -> Optional.of(password);
              case S3_ENDPOINT -> Optional.of(given.s3().endpoint().toString());
              case S3_ACCESS_KEY -> Optional.of(given.s3().accessKey());
              case S3_SECRET_KEY -> Optional.of(given.s3().secretKey());
              case S3_REGION, DIRECTORY, CACHE, ENGINE, PAIR -> Optional.empty();
            });
  }
}
