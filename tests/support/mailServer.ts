import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type MailServer = {
  url: string
  mails: { from: string; to: string[]; raw: string }[]
  /** Refusals of recipients, one each, first to last; of senders; and of whole messages. */
  refuse: SmtpRefusal[]
  refuseSender: SmtpRefusal[]
  refuseMessage: SmtpRefusal[]
  close(): Promise<void>
}
type SmtpRefusal = Error & { responseCode: number }

/** A mail server on loopback that stores accepted mails; it requires a login if a password is set. */
export async function startMailServer({ password }: { password?: string } = {}): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth(given, _, done) {
      if (given.password === password) done(null, { user: given.username ?? '' })
      else done(smtpRefusal(535, 'no such login'))
    },
    onMailFrom(_, __, done) {
      done(state.refuseSender.shift())
    },
    onRcptTo(_, __, done) {
      done(state.refuse.shift())
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = state.refuseMessage.shift() ?? faultOf(Buffer.concat(chunks).toString('latin1'))
        if (refusal) return done(refusal)
        const { mailFrom, rcptTo } = session.envelope
        state.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(close)
  const { port } = server.server.address() as AddressInfo
  const state: MailServer = {
    url: `smtp://${password === undefined ? '' : `lotwatch:${password}@`}127.0.0.1:${port}`,
    mails: [],
    refuse: [],
    refuseSender: [],
    refuseMessage: [],
    close,
  }
  return state
}

/** A refusal as an SMTP server gives it. */
export const smtpRefusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const MAX_LINE = 998
const NEEDED_HEADERS = ['from', 'to', 'date', 'subject', 'message-id', 'mime-version']

/** Violations that a mail server strict about RFC 5322 would refuse: bare line ends, long lines, missing or duplicate headers. */
function faultOf(raw: string): SmtpRefusal | undefined {
  const refuse = (why: string) => smtpRefusal(554, `5.6.0 ${why}`)
  if (/\r(?!\n)|(?<!\r)\n/.test(raw)) return refuse('bare CR or LF')
  const lines = raw.split('\r\n')
  if (lines.some((line) => line.length > MAX_LINE)) return refuse('line too long')
  const head = lines.slice(0, lines.indexOf('')).filter((line) => !/^[ \t]/.test(line))
  if (head.some((line) => !/^[!-9;-~]+:(?: |$)/.test(line))) return refuse('malformed header')
  const names = head.map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  const wrong = NEEDED_HEADERS.find((name) => names.filter((one) => one === name).length !== 1)
  return wrong === undefined ? undefined : refuse(`header ${wrong}`)
}

/**
 * A mail server that fails: it sends no greeting, never ends a reply, accepts a mail and drops the connection before confirming
 * it, or never becomes ready for the mail. `closed`: connections closed by the sender.
 */
export async function startBrokenMailServer(
  fault: 'silent' | 'endless' | 'cutAfterData' | 'neverReady',
): Promise<{ url: string; taken: number; closed: number }> {
  const sockets = new Set<Socket>()
  const state = { url: '', taken: 0, closed: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => state.closed++)
    if (fault === 'silent') return
    socket.write('220 lots.example\r\n')
    let isData = false
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        state.taken++
        return socket.destroy()
      }
      if (fault === 'endless' && text.startsWith('MAIL')) return dribble(socket)
      if (fault === 'neverReady' && text.startsWith('DATA')) return
      isData = text.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  state.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

/** One more line of the same reply every now and then, so that no silence is long enough to be noticed. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}
