import { useInfiniteQuery } from '@tanstack/react-query'
import { getRefusedFiles, type ImportRefusal } from '#contract/activation.ts'
import { refusalText } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The refused files of the legacy library, each with the reason. */
export function RefusedDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { texts, text } = useTexts()
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['activation', 'refused'],
      queryFn: ({ signal, pageParam }) => call(getRefusedFiles, { query: { cursor: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.cursor,
    })
  return (
    <Dialog
      title={text('activation.refused.title', { count })}
      size="small"
      onClose={onClose}
      alert={isError && <LoadFailed retry={refetch} id="activation.refused.load-failed" />}
    >
      <p>{text('activation.refused.text')}</p>
      {isPending && <Spinner label={text('photos.loading')} />}
      <ul className="ui-stack12 ui-above16">
        {data?.pages
          .flatMap(page => page.files)
          .map(({ fileName, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and items are only appended.
            <li key={index} className="ui-stack ui-quiet">
              <b className="ui-ink ui-breaks">{fileName}</b>
              <span>{formatReason(texts, reason)}</span>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('action.show-more')}
        </Button>
      )}
    </Dialog>
  )
}

function formatReason(texts: Texts, reason: ImportRefusal): string {
  if (reason === 'missing' || reason === 'unreadable' || reason === 'bad-entry')
    return texts.text(`activation.refused.${reason}`)
  return refusalText(texts, reason)
}
