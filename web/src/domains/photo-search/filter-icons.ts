import Calendar from 'lucide-react/icons/calendar'
import CalendarX from 'lucide-react/icons/calendar-x'
import Camera from 'lucide-react/icons/camera'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import FileImage from 'lucide-react/icons/file-image'
import Images from 'lucide-react/icons/images'
import MapPin from 'lucide-react/icons/map-pin'
import Printer from 'lucide-react/icons/printer'
import RectangleHorizontal from 'lucide-react/icons/rectangle-horizontal'
import Ruler from 'lucide-react/icons/ruler'
import Type from 'lucide-react/icons/type'
import type { FilterField } from '#contract/filter-query.ts'
import type { IconProps } from '#web/ui/icon.tsx'

/** The pictures of the fields of a filter; an option's kind is a field, too. */
export const FILTER_ICONS = {
  date: Calendar,
  days: Calendar,
  undated: CalendarX,
  place: MapPin,
  camera: Camera,
  album: Images,
  product: Images,
  project: Images,
  printed: Printer,
  shape: RectangleHorizontal,
  print: Ruler,
  type: FileImage,
  name: Type,
  added: CloudUpload,
} satisfies Record<FilterField, IconProps['of']>
