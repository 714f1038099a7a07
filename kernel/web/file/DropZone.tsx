import { Upload } from "lucide-react";
import { useRef } from "react";
import { fileRule, type AttachmentConfig } from "../../file.ts";
import { fill } from "../../text.ts";
import { useText } from "../language.ts";
import { words } from "./words.ts";

interface DropZoneProps {
  readonly config: AttachmentConfig;
  readonly isFull: boolean;
  readonly isOver: boolean;
  onFiles(files: readonly File[]): void;
}

/** The foot of the block: choose files by click or key; dropping works on the whole block. */
export function DropZone({ config, isFull, isOver, onFiles }: DropZoneProps) {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  const rule = fileRule(config);
  const accept = rule.formats.map((format) => `.${format}`).join(",");
  return (
    <div className="fl-foot">
      <button type="button" className="fl-choose" disabled={isFull} onClick={() => input.current?.click()}>
        <Upload size={14} aria-hidden />
        {say(isFull ? fill(words.full, { n: rule.maxCount }) : isOver ? words.drop : words.choose)}
        {rule.formats.length > 0 && !isFull ? <small>{say(fill(words.formats, { list: rule.formats.join(" ") }))}</small> : null}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={config.multiple !== false}
        accept={accept}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = "";
          onFiles(chosen);
        }}
      />
    </div>
  );
}
