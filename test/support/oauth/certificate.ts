import { generateKeyPairSync, sign } from 'node:crypto'

/** DER (X.690): tag, length, content. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: number) => {
  const digits = new Date(at).toISOString().replace(/[-:T]/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const day = 86_400_000

/** A self-signed certificate for one name (RFC 5280) and its key, both in PEM format. Valid for a day. */
export function selfSigned(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const who = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const alternative = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    who,
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + day)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternative)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const bytes = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
