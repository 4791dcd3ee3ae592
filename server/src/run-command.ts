import { commands as domainCommands, domains } from './app.ts'
import { caseCommand } from './case-command.ts'
import type { Command, CommandAction } from './domain.ts'
import { jobsCommand } from './jobs-command.ts'
import { withContext } from './open-context.ts'
import type { Placement } from './schema.ts'

const listTables = (placement: Placement): string[] =>
  domains.flatMap(({ tables = {} }) =>
    Object.entries(tables)
      .filter(([, declared]) => declared.placement === placement)
      .map(([table]) => table),
  )

/** Triggers that renew the versions of libraries. Citus has no statement triggers but those on shards. */
export const RENEWALS = [
  { event: 'insert', rows: 'new' },
  { event: 'update', rows: 'new' },
  { event: 'delete', rows: 'old' },
] as const

/**
 * Returns the SQL of the trigger on one shard of the photos, which renews versions in the shard with the same accounts.
 */
export const createRenewalTrigger = (event: string, rows: string, photos: string, versions: string): string =>
  `create or replace trigger photos_after_${event} after ${event} on ${photos} referencing ${rows} table as changed_photos
    for each statement execute function renew_library_versions_of_shard(${versions})`

/** Like renew_library_versions (migrations/photos.sql), with the table as its argument. */
const RENEW_ON_SHARD = `create or replace function renew_library_versions_of_shard() returns trigger language plpgsql as $$
  begin
    execute format('insert into %s as versions (account_id, version)
      select account_id, gen_random_uuid()
      from (select distinct account_id from changed_photos order by account_id) accounts
      on conflict (account_id) do update set version = excluded.version', tg_argv[0]);
    return null;
  end
$$`

/** Prints how a cluster distributes the tables. */
const databaseCommand: Command = {
  name: 'database distribution',
  parse: words => (words.length > 0 ? null : printDistribution),
}

const printDistribution: CommandAction = async (_ctx, print) => {
  for (const statement of createDistributionStatements()) print(`${statement};`)
  return 0
}

/** The commands that run with an open context. */
export const contextCommands: readonly Command[] = [
  ...domainCommands,
  caseCommand,
  jobsCommand,
  databaseCommand,
]

/** Runs a command with a context; null when the arguments are not valid. */
export async function runCommand(
  name: string,
  args: readonly string[],
  print: (line: string) => unknown,
): Promise<number | null> {
  const command = contextCommands.find(each => each.name === name)
  const work = command?.parse(args)
  if (!command || !work) return null
  return withContext(process.env, ctx => work(ctx, print), command)
}

/**
 * SQL that distributes the tables of the baseline over the nodes of Citus, by the declarations of the domains. Execute it once, on the coordinator, while no process of the product runs.
 */
export function createDistributionStatements(): string[] {
  return [
    'create extension if not exists citus',
    ...RENEWALS.map(({ event }) => `drop trigger photos_after_${event} on photos`),
    ...listTables('reference').map(table => `select create_reference_table('${table}')`),
    ...listTables('distributed').map(
      (table, i, [accountColumn]) =>
        `select create_distributed_table('${table}', 'account_id', colocate_with := '${i === 0 ? 'none' : accountColumn}')`,
    ),
    // Citus copies the rows, and would keep the old ones on the coordinator, including those of accounts that are
    // erased later.
    ...[...listTables('reference'), ...listTables('distributed')].map(
      table => `select truncate_local_data_after_distributing_table('${table}')`,
    ),
    // Citus commits in two phases when a transaction writes on several nodes, for tables that it knows.
    ...listTables('directory').map(table => `select citus_add_local_table_to_metadata('${table}')`),
    RENEW_ON_SHARD,
    "select create_distributed_function('renew_library_versions_of_shard()')",
    ...RENEWALS.map(
      ({
        event,
        rows,
      }) => `select * from run_command_on_colocated_placements('photos', 'library_versions', $command$
  ${createRenewalTrigger(event, rows, '%s', '%L')}
$command$)`,
    ),
  ]
}
