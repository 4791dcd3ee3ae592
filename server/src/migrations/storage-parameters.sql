-- The last file, for tables of the others. By default autovacuum waits for 20 % and 10 % of the rows, which of 100 million photos is once in months.
do $$
  declare
    often_visited text;
  begin
    foreach often_visited in array array[
      'photos', 'month_counts', 'storage_usage', 'library_versions', 'erased_photos', 'photo_facts',
      'albums', 'album_photos', 'album_counts', 'uploads', 'upload_batch_files', 'customers']
    loop
      execute format(
        'alter table %s set (autovacuum_vacuum_scale_factor = 0.02,
          autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
        often_visited);
    end loop;
  end
$$;
