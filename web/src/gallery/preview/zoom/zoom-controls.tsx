import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent } from 'react'
import type { Image } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { StageGestures } from '../gestures/stage-gestures.ts'
import { getMaxScale } from '../gestures/zoom.ts'
import previewStyles from '../preview.module.css'
import { hasFullView } from '../slides/full-view.ts'
import styles from './zoom.module.css'

/** The zoom bar, above it a note if the viewer does not load all pixels of the photo. */
export function ZoomControls({ image, ...bar }: ZoomBarProps & { image: Image }) {
  const { text } = useTexts()
  return (
    <>
      {!hasFullView(image) && (
        <p role="note" className={classes(styles.note, previewStyles.chrome)}>
          {text('preview.zoom.too-large')}
        </p>
      )}
      <ZoomBar {...bar} />
    </>
  )
}

/** Controls of a zoomed picture: slider with a mark at 100 %, percentage of its pixels, back to fitted. */
function ZoomBar({ scale, actual, gestures, onFit, onHold }: ZoomBarProps) {
  const { text, number } = useTexts()
  const percent = number(scale / actual, { style: 'percent', maximumFractionDigits: 0 })
  const max = getMaxScale(actual)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={text('preview.zoom.bar')}
      className={classes('ui-row ui-edge-in-contrast', styles.bar, previewStyles.chrome)}
      onPointerDown={() => onHold(true)}
      onPointerUp={event => onHold(event.currentTarget.contains(document.activeElement))}
      onFocus={() => onHold(true)}
      onBlur={event => onHold(event.currentTarget.contains(event.relatedTarget))}
    >
      <IconButton
        icon={Minus}
        label={text('preview.zoom.out')}
        tone="dark"
        onClick={() => gestures.zoomTo(findNextScale(scale, actual, -1), true)}
      />
      <input
        type="range"
        min={0}
        max={SLIDER_MAX}
        value={toSliderValue(scale, max) * SLIDER_MAX}
        aria-label={text('preview.zoom.bar')}
        aria-valuetext={percent}
        className={styles.slider}
        style={{ '--mark': toSliderValue(actual, max) } as React.CSSProperties}
        data-mark={actual >= 1 || undefined}
        onChange={event => {
          const chosen = Number(event.currentTarget.value)
          const mark = toSliderValue(actual, max) * SLIDER_MAX
          gestures.zoomTo(Math.abs(chosen - mark) <= 0.5 ? actual : toScale(chosen / SLIDER_MAX, max))
        }}
        onKeyDown={keepSliderKeys}
      />
      <IconButton
        icon={Plus}
        label={text('preview.zoom.in')}
        tone="dark"
        onClick={() => gestures.zoomTo(findNextScale(scale, actual, 1), true)}
      />
      <output className={styles.percent}>{percent}</output>
      <Button variant="plain" className={styles.fit} onClick={onFit}>
        {text('preview.zoom.fit')}
      </Button>
    </div>
  )
}

interface ZoomBarProps {
  scale: number
  /** Scale of 100 %. */
  actual: number
  gestures: StageGestures
  onFit: () => void
  /** Reports whether the bar is used: then it stays when the picture is fitted. */
  onHold: (isHeld: boolean) => void
}

const SLIDER_MAX = 100

/** The slider's keys must not move to other photos. */
function keepSliderKeys(event: KeyboardEvent) {
  if (/^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation()
}

/** Returns the position of a scale on the slider, 0 to 1: equal distances are equal factors. */
export function toSliderValue(scale: number, max: number): number {
  return Math.min(1, Math.max(0, Math.log(scale) / Math.log(max)))
}

/** Returns the scale of a position on the slider. */
export function toScale(value: number, max: number): number {
  return max ** value
}

/** Returns the scale of the next step in or out, which stops at 100 %. */
export function findNextScale(scale: number, actual: number, direction: -1 | 1): number {
  const next = scale * STEP ** direction
  const passes =
    direction > 0 ? scale < actual - ROUNDING && next > actual : scale > actual + ROUNDING && next < actual
  return passes ? actual : next
}

const STEP = 1.5

const ROUNDING = 1e-6
