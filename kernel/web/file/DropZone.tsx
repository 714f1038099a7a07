import { ClipboardPaste, Upload } from "lucide-react";
import { useRef } from "react";
import { fileLimits, fileRule, shortSize, type Attachment, type AttachmentConfig } from "../../file.ts";
import { fill } from "../../text.ts";
import { useText } from "../language.ts";
import { useCopied } from "./copied.ts";
import { words } from "./words.ts";

interface DropZoneProps {
  readonly config: AttachmentConfig;
  readonly isFull: boolean;
  readonly isOver: boolean;
  onFiles(files: readonly File[]): void;
  onPaste(files: readonly Attachment[]): void;
}

/** The foot of the block: choose files by click or key, or put in what was copied elsewhere; dropping works on the whole block. */
export function DropZone({ config, isFull, isOver, onFiles, onPaste }: DropZoneProps) {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  const copied = useCopied((state) => state.files);
  const rule = fileRule(config);
  const accept = rule.formats.map((format) => `.${format}`).join(",");
  const limits = [
    rule.formats.length > 0 ? fill(words.formats, { list: rule.formats.join(" ") }) : null,
    rule.maxCount < fileLimits.count ? fill(words.most, { n: rule.maxCount }) : null,
    rule.maxSize < fileLimits.size ? fill(words.largest, { size: shortSize(rule.maxSize) }) : null,
  ].flatMap((text) => (text ? [say(text)] : []));
  return (
    <div className="fl-foot">
      <button type="button" className="fl-choose" disabled={isFull} onClick={() => input.current?.click()}>
        <Upload size={14} aria-hidden />
        {say(isFull ? fill(words.full, { n: rule.maxCount }) : isOver ? words.drop : words.choose)}
        {limits.length > 0 && !isFull ? <small>{limits.join(" · ")}</small> : null}
      </button>
      {copied.length > 0 && !isFull ? (
        <button type="button" className="fl-paste" onClick={() => onPaste(copied)}>
          <ClipboardPaste size={14} aria-hidden />
          {say(fill(words.paste, { n: copied.length }))}
        </button>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        multiple={config.multiple !== false && rule.maxCount > 1}
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
