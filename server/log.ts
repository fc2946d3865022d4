import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Structured log on standard output; what could let someone in or reach someone is never written. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        '*.token',
        '*.authToken',
        '*.webhookUrl',
        '*.endpoint',
        '*.keys',
        '*.password',
        '*.smtpUrl',
      ],
      censor: '[secret]',
    },
  })
}
