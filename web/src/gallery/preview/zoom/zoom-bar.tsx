import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { StageGestures } from '../gestures/stage-gestures.ts'
import { getMaxScale } from '../gestures/zoom.ts'
import previewStyles from '../preview.module.css'
import styles from './zoom.module.css'
import { findNextScale, toScale, toSliderValue } from './zoom-scale.ts'

/** Controls of a zoomed picture: slider with a mark at 100 %, percentage of its pixels, back to fitted (NX-255). */
export function ZoomBar({ scale, actual, gestures, onFit, onHold }: ZoomBarProps) {
  const { text, number } = useTexts()
  const percent = number(scale / actual, { style: 'percent', maximumFractionDigits: 0 })
  const max = getMaxScale(actual)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      role="group"
      aria-label={text('preview.zoom.bar')}
      className={classes(styles.bar, previewStyles.chrome)}
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

export interface ZoomBarProps {
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
