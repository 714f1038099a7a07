import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { useText } from "../language.ts";

interface Props {
  readonly left: ReactNode;
  readonly right: ReactNode;
  readonly leftLabel: string;
  readonly rightLabel: string;
  /** Share of the left side in percent at first. */
  readonly share?: number;
}

const [least, widest] = [25, 75];
const within = (share: number): number => Math.min(widest, Math.max(least, share));

/** Two sides that belong together; the line between them moves by pointer or by the arrow keys. */
export function TwoPanes({ left, right, leftLabel, rightLabel, share: first = 50 }: Props) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(first);
  const follow = (event: PointerEvent): void => {
    const rect = box.current?.getBoundingClientRect();
    if (rect && event.currentTarget.hasPointerCapture(event.pointerId)) setShare(within(((event.clientX - rect.left) / rect.width) * 100));
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setShare((now) => within(now + by));
  };
  return (
    <div ref={box} className="pt-panes">
      <section className="pt-pane" aria-label={leftLabel} style={{ flexBasis: `${share}%` }}>
        {left}
      </section>
      <div
        className="pt-divider"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={say(["调整两栏宽度", "Resize the two sides"])}
        aria-valuenow={Math.round(share)}
        aria-valuemin={least}
        aria-valuemax={widest}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={follow}
        onKeyDown={press}
      />
      <section className="pt-pane" aria-label={rightLabel} style={{ flexBasis: `${100 - share}%` }}>
        {right}
      </section>
    </div>
  );
}
