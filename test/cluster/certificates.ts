import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate of its own, made for one test run: PEM, with its key. */
export interface Identity {
  name: string;
  certificate: string;
  key: string;
  signer: KeyObject;
}

/** An authority, and with `by` a certificate that it signs for these names and addresses. */
export function identity(name: string, by?: Identity, names: readonly string[] = []): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = by ?? { name, signer: privateKey };
  const body = sequence(
    tagged(0xa0, integer(2)),
    tagged(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    nameOf(issuer.name),
    sequence(time(-3_600_000), time(86_400_000)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(by === undefined ? authority : subjectNames(names.length > 0 ? names : [name]))),
  );
  const signature = sign('sha256', body, { key: issuer.signer, dsaEncoding: 'der' });
  const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature));
  return {
    name,
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    signer: privateKey,
  };
}

/** https://datatracker.ietf.org/doc/html/rfc5280, in DER. */
function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** From 0 to 127. */
function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function time(offsetMs: number): Buffer {
  const text = new Date(Date.now() + offsetMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(text));
}

function nameOf(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tagged(0x04, value));
}

function subjectNames(names: readonly string[]): Buffer {
  const all = names.map((name) =>
    isIP(name) === 4
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name)),
  );
  return extension('551d11', sequence(...all));
}

const algorithm = sequence(oid('2a8648ce3d040302'));
const authority = extension('551d13', sequence(tagged(0x01, Buffer.from([255]))));
