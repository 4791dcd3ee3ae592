import { useQuery } from '@tanstack/react-query'
import ImageIcon from 'lucide-react/icons/image'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { getPhoto } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isReady, type UploadItem } from '../queue/upload-item.ts'
import styles from './file-list.module.css'

/** The picture of the file itself where the browser can show it, else the library's once it is there. */
export function Thumbnail({ item, file }: { item: UploadItem; file: File | undefined }) {
  const bad = item.state === 'refused' || item.state === 'failed'
  const own = useObjectUrl(bad ? undefined : file)
  // HEIC: only some browsers show it themselves.
  const [unreadable, setUnreadable] = useState(false)
  const fromLibrary = useLibraryThumbnail((!own || unreadable) && isReady(item) ? item.photoId : undefined)
  const address = unreadable ? fromLibrary : (own ?? fromLibrary)
  if (!address) {
    return (
      <div className={styles.placeholder}>
        <Icon of={bad ? TriangleAlert : ImageIcon} size={22} />
      </div>
    )
  }
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      className={styles.thumbnail}
      onError={() => setUnreadable(true)}
    />
  )
}

/** An address of a file for as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => {
      URL.revokeObjectURL(created)
      setAddress(undefined)
    }
  }, [file])
  return address
}

function useLibraryThumbnail(photoId: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['uploads', 'thumbnail', photoId],
    enabled: photoId !== undefined,
    staleTime: 25 * 60_000,
    queryFn: ({ signal }) => call(getPhoto, { params: { id: photoId! } }, { signal }),
  })
  return data?.image.thumbnails[0]?.url
}
