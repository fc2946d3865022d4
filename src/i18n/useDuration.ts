import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useFormat } from './format.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Formats minutes in the largest unit that gives a whole number. */
export function useDuration(): (minutes: number) => string {
  const format = useFormat()
  const { i18n } = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the format follows the language.
  return useCallback(
    (minutes) => {
      if (minutes % DAY_MINUTES === 0) return format.unit(minutes / DAY_MINUTES, 'day')
      if (minutes % HOUR_MINUTES === 0) return format.unit(minutes / HOUR_MINUTES, 'hour')
      return format.unit(minutes, 'minute')
    },
    [i18n.locale, format],
  )
}
