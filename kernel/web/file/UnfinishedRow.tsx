import { Upload, X } from "lucide-react";
import { useRef } from "react";
import { suffixOf } from "../../file.ts";
import { fill } from "../../text.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { FileIcon } from "./FileIcon.tsx";
import type { Unfinished } from "./unfinished.ts";
import { words } from "./words.ts";

interface Props {
  readonly upload: Unfinished;
  onContinue(file: File): void;
  onForget(): void;
}

/** A large upload that a reload cut off: with the same file in hand it goes on where it stopped. */
export function UnfinishedRow({ upload, onContinue, onForget }: Props) {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  const name = { name: upload.name };
  const percent = Math.floor((upload.sent * 100) / upload.size);
  const take = (file: File | undefined): void => {
    if (!file) return;
    if (file.name === upload.name && file.size === upload.size) onContinue(file);
    else toast.warning(fill(words.otherFile, name));
  };
  return (
    <li className="fl-item" data-unfinished="">
      <div className="fl-row">
        <FileIcon suffix={suffixOf(upload.name)} />
        <span className="fl-name">{upload.name}</span>
        <span className="fl-end">
          <span className="fl-status">{say(fill(words.cutOff, { p: percent }))}</span>
          <button
            type="button"
            className="fl-act"
            title={say(words.goOn)}
            aria-label={say(fill(words.goOnOf, name))}
            onClick={() => input.current?.click()}
          >
            <Upload size={14} aria-hidden />
          </button>
          <button
            type="button"
            className="fl-act"
            title={say(words.cancel)}
            aria-label={say(fill(words.dismissOf, name))}
            onClick={onForget}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      </div>
      <progress className="fl-bar" aria-label={upload.name} max={100} value={percent} />
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </li>
  );
}
