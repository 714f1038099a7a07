import { randomInt } from "node:crypto";
import type { Text } from "#kernel/text.ts";

/** How the sound is to be understood; pages read it out beside the player. */
export const captchaAudioHelp: Text = [
  "每个字符之间停顿较长。数字：先一声长音，再响相应次数的短高音。字母：按字母表序号（A为1，Z为26），低音次数为十位，高音次数为个位，个位为零时响一声极高音。",
  "A longer pause separates the characters. Digit: one long tone, then that many short high beeps. Letter: its place in the alphabet (A is 1, Z is 26), low beeps for the tens, high beeps for the units, one very high beep for zero units.",
];

const rate = 4000;
type Tone = readonly [hertz: number, ms: number];

const silence = (ms: number): Tone => [0, ms];
const beeps = (hertz: number, count: number): Tone[] => Array.from({ length: count }, () => [[hertz, 110], silence(90)] as const).flat();

/** The tones of one character. */
export function tonesOf(character: string): Tone[] {
  if (/[0-9]/.test(character)) return [[620, 450], silence(200), ...beeps(950, Number(character))];
  const place = character.charCodeAt(0) - 64;
  const units = place % 10;
  return [...beeps(420, Math.floor(place / 10)), silence(150), ...(units === 0 ? beeps(1500, 1) : beeps(950, units))];
}

/** A small WAV file: 8 bit, mono, tones slightly off pitch over a floor of noise. */
export function captchaWav(text: string): Buffer {
  const tones = [silence(200), ...[...text].flatMap((character) => [...tonesOf(character), silence(800)])];
  const samples: number[] = [];
  for (const [hertz, ms] of tones) {
    const length = Math.round((rate * ms) / 1000);
    const pitch = hertz * (1 + (randomInt(61) - 30) / 1000);
    for (let i = 0; i < length; i++) {
      const edge = Math.min(1, i / 60, (length - i) / 60);
      const tone = hertz === 0 ? 0 : Math.sin((2 * Math.PI * pitch * i) / rate) * 80 * edge;
      samples.push(128 + Math.round(tone + randomInt(17) - 8));
    }
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, Buffer.from(samples)]);
}
