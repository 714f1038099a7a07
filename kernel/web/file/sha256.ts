const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const start = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** SHA-256 piece by piece, written for speed: a file of two gigabytes is summed in seconds, not in minutes. */
export class Sha256 {
  readonly #state = Int32Array.from(start);
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(64);
  #held = 0;
  #length = 0;

  update(bytes: Uint8Array): this {
    this.#length += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(64 - this.#held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < 64) return this;
      this.#blocks(this.#rest, 0, 64);
      this.#held = 0;
    }
    const end = at + ((bytes.length - at) & ~63);
    this.#blocks(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
    this.#held = bytes.length - end;
    return this;
  }

  digest(): Uint8Array<ArrayBuffer> {
    const tail = new Uint8Array(this.#held < 56 ? 64 : 128);
    tail.set(this.#rest.subarray(0, this.#held));
    tail[this.#held] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor(this.#length / 2 ** 29));
    view.setUint32(tail.length - 4, (this.#length << 3) >>> 0);
    this.#blocks(tail, 0, tail.length);
    const out = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, i) => out.setInt32(i * 4, word));
    return new Uint8Array(out.buffer);
  }

  #blocks(bytes: Uint8Array, from: number, to: number): void {
    const w = this.#words;
    const state = this.#state;
    for (let at = from; at < to; at += 64) {
      for (let i = 0, j = at; i < 16; i += 1, j += 4)
        w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!;
      for (let i = 16; i < 64; i += 1) {
        const x = w[i - 15]!;
        const y = w[i - 2]!;
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
      }
      mix(state, w);
    }
  }
}

function mix(state: Int32Array, w: Int32Array): void {
  let a = state[0]!,
    b = state[1]!,
    c = state[2]!,
    d = state[3]!,
    e = state[4]!,
    f = state[5]!,
    g = state[6]!,
    h = state[7]!;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}
