import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

export type { Logger } from 'pino'

/** Fields of a PostgreSQL error that quote values and statements, and with them user input, addresses and tokens. */
const QUOTING_FIELDS = ['where', 'detail', 'parameters', 'query', 'internalQuery']

/** Structured log on standard output, with credentials and addresses redacted. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: serializeError },
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
  }
  return destination ? pino(options, destination) : pino(options)
}

function serializeError(error: Error): object {
  const { raw: _, ...serialized } = stdSerializers.err(error)
  return Object.fromEntries(Object.entries(serialized).filter(([field]) => !QUOTING_FIELDS.includes(field)))
}
