import { useQuery } from '@tanstack/react-query'
import ImageIcon from 'lucide-react/icons/image'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { getPhoto } from '#contract/photos.ts'
import { getAddressStaleTime } from '#web/gallery/index.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Icon } from '#web/ui/icon.tsx'
import { hasProblem, isReady, type UploadItem } from '../queue/upload-item.ts'
import styles from './file-list.module.css'

/** The chosen file as a picture if the browser can decode it, else the library's thumbnail once the photo is ready. */
export function Thumbnail({ item, file }: { item: UploadItem; file: File | undefined }) {
  const isProblem = hasProblem(item)
  const fileUrl = useObjectUrl(isProblem ? undefined : file)
  // Only some browsers decode HEIC.
  const [isUnreadable, setIsUnreadable] = useState(false)
  const libraryUrl = useLibraryThumbnail(
    (!fileUrl || isUnreadable) && isReady(item) ? item.photoId : undefined,
  )
  const url = isUnreadable ? libraryUrl : (fileUrl ?? libraryUrl)
  if (!url) {
    return (
      <div className={styles.placeholder}>
        <Icon of={isProblem ? TriangleAlert : ImageIcon} size={22} />
      </div>
    )
  }
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      className={styles.thumbnail}
      onError={() => setIsUnreadable(true)}
    />
  )
}

/** Returns an object URL of a file, revoked on unmount. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => {
      URL.revokeObjectURL(objectUrl)
      setUrl(undefined)
    }
  }, [file])
  return url
}

function useLibraryThumbnail(photoId: string | undefined): string | undefined {
  const { data } = useQuery(
    callQuery(['uploads', 'thumbnail', photoId], getPhoto, {
      params: { id: photoId! },
      enabled: photoId !== undefined,
      staleTime: getAddressStaleTime,
    }),
  )
  return data?.image.thumbnails[0]?.url
}
