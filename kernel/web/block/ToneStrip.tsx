import type { Tone } from "./layout.tsx";
import { Inline, Words } from "./layout.tsx";

/** A row of small marks, one for each day or step, coloured by what it was. */
export function ToneStrip({ label, tones }: { readonly label: string; readonly tones: readonly Tone[] }) {
  return (
    <span className="bk-tones" role="img" aria-label={label}>
      {tones.map((tone, at) => (
        <i key={at} data-tone={tone} />
      ))}
    </span>
  );
}

/** What the colours of such rows mean. */
export function ToneKeys({ keys }: { readonly keys: readonly (readonly [Tone, string])[] }) {
  return (
    <Inline gap="m">
      {keys.map(([tone, text]) => (
        <span key={text} className="bk-tone-key">
          <i data-tone={tone} aria-hidden /> <Words size="small">{text}</Words>
        </span>
      ))}
    </Inline>
  );
}
