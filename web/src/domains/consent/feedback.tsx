import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { loadScript } from './load-script.ts'

/** The feedback widget (AA-039), which draws itself beside its script: it ends with this component. */
export function Feedback({ provider, variant }: FeedbackProps) {
  const { locale } = useTexts()
  const root = useRef<HTMLElement>(null)
  const { script, key } = provider
  useEffect(() => {
    const element = root.current
    if (!element) return
    loadScript(script, { key, locale, variant }, element).catch(reportFailure)
    return () => element.replaceChildren()
  }, [script, key, locale, variant])
  return <aside ref={root} data-third-party="feedback" />
}

interface FeedbackProps {
  provider: { script: string; key: string }
  /** mobile: on small and medium screens. */
  variant: 'mobile' | 'desktop'
}
