create table vouchers (
  product_code text primary key, account_id text not null, code text not null,
  version integer not null, body jsonb not null, updated_at timestamptz not null
);
create index vouchers_by_code on vouchers (account_id, code);

create table voucher_offers (
  option_code text primary key,
  version integer not null, body jsonb not null, updated_at timestamptz not null
);

create table product_files (
  product_code text not null, purpose text not null, primary key (product_code, purpose),
  account_id text not null, version integer not null,
  blob_key text not null, content_start integer not null, content_length integer not null,
  deflated boolean not null, size integer not null, sha256 text not null,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index product_files_by_account on product_files (account_id, purpose, created_at desc);

create table unused_product_blobs (
  blob_key text primary key, account_id text not null,
  remove_at timestamptz not null
);
create index unused_product_blobs_by_time on unused_product_blobs (remove_at);
create index unused_product_blobs_by_account on unused_product_blobs (account_id);

create table merchandise_channels (
  channel_id text primary key,
  version integer not null, body jsonb not null, updated_at timestamptz not null
);

create table stored_pictures (
  picture_id text primary key, account_id text not null, content_type text not null,
  sha256 text not null, size integer not null,
  created_at timestamptz not null, stored_at timestamptz, discarded_at timestamptz
);
create index stored_pictures_by_account on stored_pictures (account_id);
create index stored_pictures_by_age on stored_pictures (created_at);

create table stored_picture_uses (
  account_id text not null, used_by text not null, primary key (account_id, used_by),
  picture_id text not null
);
create index stored_picture_uses_by_picture on stored_picture_uses (picture_id);

-- `deleted_for`: the vendors for which a service has deleted a project that has not arrived; null is all.
create table projects (
  project_id text primary key, account_id text not null,
  version integer not null, body jsonb, deleted_for text[],
  changed_at timestamptz not null, updated_at timestamptz not null, expires_at timestamptz, deleted_at timestamptz,
  expired_at timestamptz, erased_at timestamptz
);
create index projects_by_account on projects (account_id, changed_at desc, project_id desc) where erased_at is null;
create index projects_by_change on projects (account_id, updated_at, project_id) where erased_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null and erased_at is null;
create index projects_expiring on projects (expires_at) where expires_at is not null and erased_at is null;
create index projects_erased on projects (erased_at) where erased_at is not null;

create table widgets (
  product_code text primary key, account_id text not null, order_code text not null,
  version integer not null, body jsonb not null,
  title text, description text, public_id text not null unique,
  created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz,
  emptied_at timestamptz
);
create index widgets_by_order on widgets (account_id, order_code);
create index widgets_to_empty on widgets (deleted_at) where deleted_at is not null and emptied_at is null;

create table gallery_entries (
  entry_id uuid primary key,
  account_id text not null, product_code text not null unique, channel text not null,
  title text not null, description text not null, category_id text not null,
  author_name text not null, state text not null, version integer not null,
  updated_at timestamptz not null, changed_at timestamptz not null
);
create index gallery_entries_by_account on gallery_entries (account_id);
create index gallery_entries_by_change on gallery_entries (channel, changed_at, entry_id);

create table gallery_removals (
  entry_id uuid primary key,
  channel text not null, removed_at timestamptz not null
);
create index gallery_removals_by_time on gallery_removals (channel, removed_at, entry_id);
