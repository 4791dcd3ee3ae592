/** Saved projects and online products. */
export const PRODUCTS = `
create table projects (
  project_id text primary key,
  account_id text not null,
  version integer not null,
  body jsonb,
  changed_at timestamptz not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  expired_at timestamptz,
  erased_at timestamptz,
  deleted_for text[]
);
create index projects_by_account on projects (account_id, changed_at desc, project_id) where erased_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null and erased_at is null;
create index projects_expiring on projects (expires_at) where expires_at is not null and erased_at is null;
create index projects_erased on projects (erased_at) where erased_at is not null;

create table widgets (
  product_code text primary key,
  account_id text not null,
  order_code text not null,
  version integer not null,
  body jsonb not null,
  title text,
  description text,
  public_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  emptied_at timestamptz,
  unique (public_id)
);
create index widgets_by_order on widgets (account_id, order_code);
create index widgets_to_empty on widgets (deleted_at) where deleted_at is not null and emptied_at is null;

create table gallery_entries (
  entry_id uuid primary key,
  account_id text not null,
  product_code text not null,
  channel text not null,
  title text not null,
  description text not null,
  category_id text not null,
  author_name text not null,
  state text not null,
  version integer not null,
  updated_at timestamptz not null,
  changed_at timestamptz not null,
  unique (product_code)
);
create index gallery_entries_by_account on gallery_entries (account_id);
create index gallery_entries_by_change on gallery_entries (channel, changed_at, entry_id);

create table gallery_removals (
  entry_id uuid primary key,
  channel text not null,
  removed_at timestamptz not null
);
create index gallery_removals_by_time on gallery_removals (channel, removed_at, entry_id);
`
