package io.tallykeep.jobs.cli;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.batch.BatchConfiguration;
import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.batch.RepositoryConnections;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionRunner;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.archive.ArchiveJob;
import io.tallykeep.jobs.retention.drop.DropJob;
import io.tallykeep.jobs.retention.expire.ExpireJob;
import io.tallykeep.jobs.retention.late.LateJob;
import io.tallykeep.jobs.retention.provision.ProvisionJob;
import io.tallykeep.jobs.schema.SchemaDataSource;
import io.tallykeep.jobs.schema.Schemas;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * The jobs wired up: servers, Spring Batch with its repository in the control schema, and one
 * object per job.
 */
public final class JobsContext implements AutoCloseable {
  private final RetentionServers servers;
  private final AnnotationConfigApplicationContext context;
  private final PartitionJobs jobs;
  private final CheckedSettings checked;

  private JobsContext(
      CheckedSettings checked,
      RetentionServers servers,
      AnnotationConfigApplicationContext context) {
    this.checked = checked;
    this.servers = servers;
    this.context = context;
    this.jobs = context.getBean(PartitionJobs.class);
  }

  /** Brings the control schema up to date and starts Spring Batch on it. */
  public static JobsContext start(CheckedSettings checked) throws SQLException {
    RetentionServers servers = new RetentionServers(checked.settings());
    boolean started = false;
    try {
      Identifier control = servers.controlSchema();
      Schemas.migrateControl(servers.source(), control);
      AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
      context.registerBean(
          "dataSource",
          DataSource.class,
          () -> new RepositoryConnections(new SchemaDataSource(servers.source(), control)));
      context.register(BatchConfiguration.class);
      context.refresh();
      started = true;
      return new JobsContext(checked, servers, context);
    } finally {
      if (!started) {
        servers.close();
      }
    }
  }

  public RetentionServers servers() {
    return servers;
  }

  public RetentionRunner runner() {
    return new RetentionRunner(servers, jobs);
  }

  RetentionJob job(JobName name) {
    return switch (name) {
      case PROVISION -> new ProvisionJob(jobs, servers, checked.datasets());
      case ARCHIVE -> new ArchiveJob(jobs, servers, checked.datasets());
      case DROP -> new DropJob(jobs, servers, checked.datasets());
      case LATE -> new LateJob(jobs, servers, checked.datasets());
      case EXPIRE -> new ExpireJob(jobs, servers, checked.datasets());
    };
  }

  @Override
  public void close() {
    context.close();
    servers.close();
  }
}
