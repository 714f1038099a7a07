import { CircleAlert, RotateCw, X } from "lucide-react";
import { shortSize, suffixOf } from "../../file.ts";
import { fill } from "../../text.ts";
import { messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { FileIcon } from "./FileIcon.tsx";
import type { Upload } from "./queue.ts";
import { words } from "./words.ts";

interface UploadRowProps {
  readonly upload: Upload;
  onCancel(key: number): void;
  onRetry(key: number): void;
}

/** A file on its way: how far, how quick, and a way out; a failed one says why and may be tried again. */
export function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const say = useText();
  const { file, phase, sent, speed } = upload;
  const name = { name: file.name };
  const isError = phase === "error";
  const percent = file.size === 0 ? 100 : Math.floor((sent * 100) / file.size);
  const status =
    phase === "checking" && sent > 0
      ? `${say(words.checking)} ${percent}%`
      : phase === "uploading"
        ? `${percent}%${speed > 0 ? ` · ${say(fill(words.speed, { speed: shortSize(Math.round(speed)) }))}` : ""}`
        : phase === "error"
          ? messageOf(upload.error)
          : say({ waiting: words.waiting, checking: words.checking, finishing: words.finishing, done: words.finishing }[phase]);
  return (
    <li className="fl-item" data-error={isError || undefined}>
      <div className="fl-row">
        {isError ? <CircleAlert className="fl-icon" size={15} aria-hidden /> : <FileIcon suffix={suffixOf(file.name)} />}
        <span className="fl-name">{file.name}</span>
        <span className="fl-end">
          <span className="fl-status" role={isError ? "alert" : undefined} title={isError ? status : undefined}>
            {status}
          </span>
          {isError ? (
            <button
              type="button"
              className="fl-act"
              title={say(words.again)}
              aria-label={say(fill(words.retryOf, name))}
              onClick={() => onRetry(upload.key)}
            >
              <RotateCw size={14} aria-hidden />
            </button>
          ) : null}
          <button
            type="button"
            className="fl-act"
            title={say(words.cancel)}
            aria-label={say(fill(isError ? words.dismissOf : words.cancelOf, name))}
            onClick={() => onCancel(upload.key)}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      </div>
      {isError ? null : (
        <progress
          className="fl-bar"
          aria-label={file.name}
          max={100}
          {...((phase === "checking" && sent === 0) || phase === "finishing" ? {} : { value: percent })}
        />
      )}
    </li>
  );
}
