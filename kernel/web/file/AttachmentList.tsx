import { Archive, Copy } from "lucide-react";
import { useContext, useEffect, useId, useState, type ClipboardEvent, type DragEvent } from "react";
import { useStore } from "zustand";
import { fileButtons, fileLimits, fileRule, type Attachment } from "../../file.ts";
import { fill, type Text } from "../../text.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { TableWorld } from "../table/world.ts";
import { copyFiles } from "./copied.ts";
import { DropZone } from "./DropZone.tsx";
import { FileRow, type FileRights } from "./FileRow.tsx";
import { saveFile, saveZip } from "./transfer.ts";
import { forgetUpload, placeOf, unfinishedAt, useUnfinished } from "./unfinished.ts";
import { UnfinishedRow } from "./UnfinishedRow.tsx";
import { UploadRow } from "./UploadRow.tsx";
import { useAttachments, type AttachmentsInput } from "./useAttachments.ts";
import { usePreview } from "./usePreview.tsx";
import { words } from "./words.ts";

export interface AttachmentListProps extends AttachmentsInput {
  /** False shows the files only. */
  readonly editable?: boolean;
  /** Which attachment buttons are granted; the table's surroundings answer when the page does not. */
  granted?(button: string): boolean;
  /** A heading of the block's own; a list inside a dialog has none. */
  readonly title?: Text;
  /** The level of that heading; 3 under a section of a page. */
  readonly level?: 2 | 3;
  /** Whether it matters who else sees a file: not to a supplier. */
  readonly showVisibility?: boolean;
  /** Offers a line of description for the next files; always there when one is demanded. */
  readonly describes?: boolean;
  /** 240 px unless the place has room for all. */
  readonly maxHeight?: number | "none";
  /** Hears how many files are on their way and how to stop them, so that nothing is saved or closed over their heads. */
  busy?(count: number, cancel: () => void): void;
}

/** The attachments of a record: see, upload by choosing, dropping or pasting, preview, download, delete. */
export function AttachmentList(props: AttachmentListProps) {
  const { config, editable = true, title, level = 3, showVisibility = true, describes = false, maxHeight = fileLimits.listHeight } = props;
  const say = useText();
  const world = useContext(TableWorld);
  const headId = useId();
  const files = useAttachments(props);
  const uploads = useStore(files.queue.state);
  const { busy } = props;
  const moving = uploads.filter((upload) => upload.phase !== "error").length;
  const { cancelAll } = files.queue;
  useEffect(() => void busy?.(moving, cancelAll), [busy, moving, cancelAll]);
  const [isOver, setIsOver] = useState(false);
  const rule = fileRule(config);
  const may = (button: string): boolean => !rule.checkPermission || (props.granted ?? world.granted)(button);
  const canWrite = editable && config.readonly !== true && props.onChange !== undefined;
  const rights: FileRights = {
    preview: may(fileButtons.preview),
    download: may(fileButtons.download),
    remove: canWrite && may(fileButtons.remove),
    upload: canWrite && may(fileButtons.upload),
  };
  const preview = usePreview(files.files, { mayDownload: rights.download, watermark: rule.watermark });
  const isFull = files.files.length + uploads.length >= rule.maxCount;
  const needsWords = rule.descRequired && files.description.trim() === "";
  const take = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    if (needsWords) return toast.error(["请填写附件说明", "Describe the attachment"] satisfies Text);
    files.add(chosen);
  };
  const drop = dropHandlers(rights.upload && !isFull, setIsOver, take);
  return (
    <section
      className="fl-block"
      aria-labelledby={title ? headId : undefined}
      aria-label={title ? undefined : say(words.attachments)}
      data-over={isOver || undefined}
      {...drop}
    >
      <Head id={headId} title={title} level={level} files={files.files} showVisibility={showVisibility} mayZip={rights.download} />
      <div className="fl-card">
        <div className="fl-scroll" style={maxHeight === "none" ? undefined : { maxHeight }}>
          <Body {...{ files, uploads, rights, preview, showVisibility }} />
        </div>
        {(rule.descRequired || describes) && rights.upload ? (
          <input
            className="fl-words"
            value={files.description}
            maxLength={fileLimits.descLength}
            placeholder={say(words.descriptionHint)}
            aria-label={say(words.description)}
            aria-required={rule.descRequired}
            onChange={(event) => files.describe(event.target.value)}
          />
        ) : null}
        {rights.upload ? (
          <DropZone config={config} isFull={isFull} isOver={isOver} onFiles={take} onPaste={(copied) => void files.paste(copied)} />
        ) : null}
      </div>
      {preview.host}
    </section>
  );
}

interface BodyProps {
  readonly files: ReturnType<typeof useAttachments>;
  readonly uploads: ReturnType<ReturnType<typeof useAttachments>["queue"]["state"]["getState"]>;
  readonly rights: FileRights;
  readonly preview: ReturnType<typeof usePreview>;
  readonly showVisibility: boolean;
}

function Body({ files, uploads, rights, preview, showVisibility }: BodyProps) {
  const say = useText();
  const place = placeOf(files.target);
  const cutOff = useUnfinished((state) => state.list);
  const unfinished = rights.upload
    ? unfinishedAt(cutOff, place).filter(
        (candidate) => !uploads.some(({ file }) => file.name === candidate.name && file.size === candidate.size),
      )
    : [];
  if (files.state === "loading")
    return (
      <div className="fl-wait" role="status" aria-label="…">
        <span />
        <span />
      </div>
    );
  if (files.state === "failed")
    return (
      <p className="fl-note" role="alert">
        {say(words.loadFailed)}
        <button type="button" className="fl-link" onClick={files.reload}>
          {say(words.again)}
        </button>
      </p>
    );
  if (files.files.length + uploads.length + unfinished.length + files.missing === 0)
    return <p className="fl-note">{say(rights.upload ? words.noneHere : words.none)}</p>;
  return (
    <>
      <ul className="fl-list">
        {files.files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            rights={rights}
            showVisibility={showVisibility}
            isOpening={preview.opening === file.id}
            onOpen={preview.open}
            onCopy={(attachment) => copyFiles([attachment])}
            onDownload={(attachment) => void saveOne(attachment)}
            onRemove={(attachment) => void files.remove(attachment)}
            onNewVersion={(attachment, chosen) => files.add([chosen], attachment.id)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onCancel={files.queue.cancel} onRetry={files.queue.retry} />
        ))}
        {unfinished.map((entry) => (
          <UnfinishedRow
            key={`${entry.name}.${entry.size}`}
            upload={entry}
            onContinue={(file) => files.add([file])}
            onForget={() => forgetUpload(place, entry)}
          />
        ))}
      </ul>
      {files.missing > 0 ? <p className="fl-note">{say(fill(words.missing, { n: files.missing }))}</p> : null}
    </>
  );
}

const saveOne = (file: Attachment): Promise<void> => saveFile(file).catch((error: unknown) => toast.error(error));

interface HeadProps {
  readonly id: string;
  readonly title: Text | undefined;
  readonly level: 2 | 3;
  readonly files: readonly Attachment[];
  readonly showVisibility: boolean;
  readonly mayZip: boolean;
}

function Head({ id, title, level, files, showVisibility, mayZip }: HeadProps) {
  const say = useText();
  const Title = level === 2 ? "h2" : "h3";
  if (!title && files.length < 2) return null;
  const internal = files.filter((file) => file.visibleTo === "INTERNAL_ONLY").length;
  const usable = files.filter((file) => file.scanStatus !== "INFECTED");
  const zip = (): void => void saveZip(usable, say(title ?? words.attachments)).catch((error: unknown) => toast.error(error));
  return (
    <header className="fl-head">
      {title ? (
        <Title id={id} className="fl-title">
          {say(title)}
        </Title>
      ) : null}
      <span className="fl-count">{files.length}</span>
      {mayZip && usable.length > 1 ? (
        <>
          <button type="button" className="fl-link" onClick={zip}>
            <Archive size={13} aria-hidden />
            {say(words.downloadAll)}
          </button>
          <button type="button" className="fl-link" onClick={() => copyFiles(usable)}>
            <Copy size={13} aria-hidden />
            {say(words.copyAll)}
          </button>
        </>
      ) : null}
      {showVisibility && files.length > 0 ? (
        <span className="fl-summary">{say(fill(words.visibleSummary, { shared: files.length - internal, internal }))}</span>
      ) : null}
    </header>
  );
}

/** Dropping anywhere on the block and pasting a copied picture or file while it has the focus. */
function dropHandlers(isOpen: boolean, setIsOver: (over: boolean) => void, take: (files: readonly File[]) => void) {
  const carries = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");
  if (!isOpen) return {};
  return {
    onDragOver: (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setIsOver(false);
      take([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      take(files);
    },
  };
}
