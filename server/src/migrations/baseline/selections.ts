/** Copies and similar shots, suggestions, selections for the shop. */
export const SELECTIONS = `
create table photo_groupings (
  account_id text primary key,
  grouped_at timestamptz
);

create table photo_groups (
  account_id text not null,
  group_id uuid not null,
  kind text not null,
  state text not null,
  version integer not null,
  photos integer not null,
  taken_sort timestamp not null,
  primary key (account_id, group_id)
);
create index photo_groups_by_taken on photo_groups (account_id, kind, taken_sort, group_id)
  where state = 'open';

create table photo_group_members (
  account_id text not null,
  kind text not null,
  photo_id uuid not null,
  group_id uuid not null,
  rank integer not null,
  score real not null,
  reason text not null,
  turn smallint not null,
  primary key (account_id, kind, photo_id)
);
create index photo_group_members_by_group on photo_group_members (account_id, group_id);

create table photo_distinctions (
  account_id text not null,
  photo_a uuid not null,
  photo_b uuid not null,
  primary key (account_id, photo_a, photo_b)
);

create table photo_group_decisions (
  account_id text not null,
  decision_id uuid not null,
  kind text not null,
  group_id uuid not null,
  run_id uuid,
  version integer not null,
  members jsonb not null,
  binned uuid[] not null,
  albums jsonb,
  date jsonb,
  decided_at timestamptz not null,
  undone_at timestamptz,
  primary key (account_id, decision_id)
);
create index photo_group_decisions_by_time on photo_group_decisions (account_id, decided_at);

create table photo_group_runs (
  account_id text not null,
  run_id uuid not null,
  kind text not null,
  groups jsonb not null,
  done integer not null default 0,
  requested_at timestamptz not null,
  primary key (account_id, run_id)
);

create table selection_drafts (
  account_id text not null,
  draft_id uuid not null,
  version integer not null,
  source jsonb,
  wanted integer not null,
  leave_out text[] not null,
  seed integer not null,
  photos integer not null,
  left_out jsonb not null,
  looked jsonb not null,
  body jsonb not null,
  history jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, draft_id)
);
create index selection_drafts_by_update on selection_drafts (updated_at);

create table temp_selections (
  account_id text not null,
  selection_id uuid not null,
  request_id uuid,
  request_hash text not null,
  photo_ids uuid[] not null check (cardinality(photo_ids) > 0),
  origin text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, selection_id)
);
create unique index temp_selections_by_id on temp_selections (selection_id);
create unique index temp_selections_by_request on temp_selections (account_id, request_id)
  where request_id is not null;
create index temp_selections_by_expiry on temp_selections (expires_at);
`
