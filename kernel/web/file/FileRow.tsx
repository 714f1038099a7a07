import { Copy, Download, History, LoaderCircle, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { canPreview, shortSize, type Attachment } from "../../file.ts";
import { fill, type Text } from "../../text.ts";
import { useText } from "../language.ts";
import { FileIcon } from "./FileIcon.tsx";
import { words } from "./words.ts";

export interface FileRights {
  readonly preview: boolean;
  readonly download: boolean;
  readonly remove: boolean;
  readonly upload: boolean;
}

interface FileRowProps {
  readonly file: Attachment;
  readonly rights: FileRights;
  readonly showVisibility: boolean;
  readonly isOpening: boolean;
  onOpen(file: Attachment): void;
  onDownload(file: Attachment): void;
  onCopy(file: Attachment): void;
  onRemove(file: Attachment): void;
  onNewVersion(file: Attachment, chosen: File): void;
}

const scanWords: Partial<Record<Attachment["scanStatus"], Text>> = {
  PENDING: words.pending,
  INFECTED: words.infected,
  ERROR: words.scanError,
};

/** One attachment: its name opens it, the rest stands at its right end. */
export function FileRow(props: FileRowProps) {
  const { file, rights, showVisibility, isOpening } = props;
  const say = useText();
  const [showsOlder, setShowsOlder] = useState(false);
  const isBad = file.scanStatus === "INFECTED";
  const scan = scanWords[file.scanStatus];
  const older = file.versions ?? [];
  const name = { name: file.originalFileName };
  return (
    <li className="fl-item" data-infected={isBad || undefined}>
      <div className="fl-row">
        {isOpening ? <LoaderCircle className="fl-icon fl-spin" size={15} aria-hidden /> : <FileIcon suffix={file.suffixName} />}
        {rights.preview && !isBad && canPreview(file.suffixName) ? (
          <button
            type="button"
            className="fl-name"
            title={file.fileDesc || file.originalFileName}
            aria-label={say(fill(words.previewOf, name))}
            aria-busy={isOpening}
            disabled={isOpening}
            onClick={() => props.onOpen(file)}
          >
            {file.originalFileName}
          </button>
        ) : (
          <span className="fl-name" title={file.fileDesc || file.originalFileName}>
            {file.originalFileName}
          </span>
        )}
        {older.length > 0 ? (
          <button type="button" className="fl-older" aria-expanded={showsOlder} onClick={() => setShowsOlder(!showsOlder)}>
            <History size={12} aria-hidden />
            {say(fill(words.versions, { n: older.length }))}
          </button>
        ) : null}
        {scan ? (
          <span className="fl-scan" data-kind={file.scanStatus}>
            {say(scan)}
          </span>
        ) : null}
        <span className="fl-end">
          <RowActions {...props} isBad={isBad} />
          {showVisibility ? (
            <span className="fl-side" data-internal={file.visibleTo === "INTERNAL_ONLY" || undefined}>
              {say(file.visibleTo === "INTERNAL_ONLY" ? words.internal : words.shared)}
            </span>
          ) : null}
          <span className="fl-size">{shortSize(file.fileSize)}</span>
        </span>
      </div>
      {file.fileDesc ? <p className="fl-desc">{file.fileDesc}</p> : null}
      {showsOlder ? (
        <ul className="fl-versions">
          {older.map((attachment) => (
            <FileRow key={attachment.id} {...props} file={attachment} rights={{ ...rights, remove: false, upload: false }} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function RowActions({ file, rights, isBad, onDownload, onCopy, onRemove, onNewVersion }: FileRowProps & { readonly isBad: boolean }) {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  const label = (text: Text) => say(fill(text, { name: file.originalFileName }));
  return (
    <span className="fl-acts">
      {rights.download && !isBad ? (
        <button
          type="button"
          className="fl-act"
          title={say(words.download)}
          aria-label={label(words.downloadOf)}
          onClick={() => onDownload(file)}
        >
          <Download size={14} aria-hidden />
        </button>
      ) : null}
      {rights.download && !isBad ? (
        <button type="button" className="fl-act" title={say(words.copy)} aria-label={label(words.copyOf)} onClick={() => onCopy(file)}>
          <Copy size={14} aria-hidden />
        </button>
      ) : null}
      {rights.upload ? (
        <>
          <button
            type="button"
            className="fl-act"
            title={say(words.newVersion)}
            aria-label={label(words.newVersionOf)}
            onClick={() => input.current?.click()}
          >
            <Upload size={14} aria-hidden />
          </button>
          <input
            ref={input}
            type="file"
            hidden
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              event.target.value = "";
              if (chosen) onNewVersion(file, chosen);
            }}
          />
        </>
      ) : null}
      {rights.remove ? (
        <button
          type="button"
          className="fl-act"
          data-danger=""
          title={say(words.remove)}
          aria-label={label(words.removeOf)}
          onClick={() => onRemove(file)}
        >
          <Trash2 size={14} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
