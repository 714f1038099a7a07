import { useState } from "react";
import { comboText, liveKeys } from "../keys.ts";
import type { KeyEntry } from "../keys.ts";
import { useText } from "../language.ts";
import { Dialog } from "./Dialog.tsx";

/** "?": every key that works here and now. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const t = useText();
  const [keys] = useState(liveKeys);
  const group = (wanted: KeyEntry["group"], heading: string) => {
    const list = keys.filter((key) => key.group === wanted);
    return list.length === 0 ? null : (
      <section>
        <h3>{heading}</h3>
        <dl className="s-keys">
          {list.map((key) => (
            <div key={key.combo}>
              <dt>
                <kbd className="s-kbd">{comboText(key.combo)}</kbd>
              </dt>
              <dd>{t(key.text)}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  };
  return (
    <Dialog title={t(["快捷键", "Keys"])} onClose={onClose}>
      {group("page", t(["当前页面", "This page"]))}
      {group("shell", t(["任何地方", "Anywhere"]))}
    </Dialog>
  );
}
