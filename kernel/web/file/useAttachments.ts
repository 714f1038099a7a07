import { useEffect, useRef, useState } from "react";
import { fileLimits, fileNo, fileRule, fileTexts, idsOf, joinIds, judgeFile, type Attachment, type AttachmentConfig } from "../../file.ts";
import type { Refusal } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { confirm, toast } from "../message.ts";
import { onPush } from "../push.ts";
import { createQueue, type Queue } from "./queue.ts";
import { copyInto, listFiles, removeFiles, sendFile, type UploadTarget } from "./transfer.ts";

/** What a list of attachments is told by the page around it. */
export interface AttachmentsInput {
  readonly value: string | null | undefined;
  onChange?(value: string): void;
  readonly config: AttachmentConfig;
  /** The record's id; empty before the first save. */
  readonly businessId?: string | null;
}

export interface Attachments {
  readonly files: readonly Attachment[];
  readonly missing: number;
  readonly state: "ready" | "loading" | "failed";
  readonly queue: Queue;
  readonly description: string;
  /** The field and the record new files go to. */
  readonly target: UploadTarget;
  describe(text: string): void;
  add(files: readonly File[], versionOf?: string): void;
  paste(files: readonly Attachment[]): Promise<void>;
  remove(file: Attachment): Promise<void>;
  reload(): void;
}

const complain = (refusal: Refusal): void => toast.error(refusal.text, fileLimits.errorShownMs);

const targetOf = ({ config, businessId }: Pick<AttachmentsInput, "config" | "businessId">, fileDesc: string): UploadTarget => ({
  functionId: config.functionId,
  businessId: businessId ?? "",
  valueKey: config.valueKey ?? "fileIds",
  path: config.path ?? "",
  fileDesc,
  visibleTo: config.visibleTo ?? "SHARED",
});

/** Loads, uploads and deletes the files of one value; the value itself belongs to the page and changes only through onChange. */
export function useAttachments(input: AttachmentsInput): Attachments {
  const { value, onChange, config, businessId } = input;
  const ids = idsOf(value);
  const [description, describe] = useState("");
  const target = targetOf(input, description);
  const latest = useRef({ ids, onChange, target });
  useEffect(() => {
    latest.current = { ids, onChange, target: targetOf({ config, businessId }, description) };
  });
  const known = useKnown(ids);
  const { learn } = known;

  const [queue] = useState(() => createQueue({ send: (file, versionOf, how) => sendFile(file, latest.current.target, versionOf, how) }));
  // Answers may come while the page is hidden and draws nothing: the newest list is kept here, not in the drawing.
  const put = (next: readonly string[]): void => {
    latest.current = { ...latest.current, ids: [...next] };
    latest.current.onChange?.(joinIds(next));
  };
  // Three travel at once and the shortest arrives first: they stand in the order in which they were chosen.
  const places = useRef(new Map<string, number>());
  useEffect(() => {
    queue.onDone = (attachment, upload) => {
      learn([attachment]);
      const now = latest.current.ids;
      places.current.set(attachment.id, upload.key);
      const later = now.findIndex((id) => (places.current.get(id) ?? 0) > upload.key);
      if (upload.versionOf) put(now.map((id) => (id === upload.versionOf ? attachment.id : id)));
      else put(now.toSpliced(later < 0 ? now.length : later, 0, attachment.id));
    };
    queue.onError = (error) => toast.error(error, fileLimits.errorShownMs);
  }, [queue, learn]);

  return {
    ...known,
    queue,
    description,
    target,
    describe,
    add: (chosen, versionOf) => addTo(queue, latest.current.ids.length, config, chosen, versionOf),
    paste: async (copied) => {
      if (latest.current.ids.length + copied.length > fileRule(config).maxCount) return complain(fileNo.count(fileRule(config).maxCount));
      try {
        const made = await copyInto(
          copied.map((file) => file.id),
          latest.current.target,
        );
        put([...latest.current.ids, ...made]);
      } catch (error) {
        toast.error(error);
      }
    },
    remove: async (file) => {
      if (!(await confirm({ title: fileTexts.deleteAsk, text: file.originalFileName, danger: true, confirm: ["删除", "Delete"] }))) return;
      try {
        await removeFiles([file.id]);
      } catch (error) {
        return toast.error(error);
      }
      put(latest.current.ids.filter((id) => id !== file.id));
      toast.success(fileTexts.deleted);
    },
  };
}

// The scanner's verdict may come after the upload: whoever has attachments open hears of it at once.
onPush("file", (frame) => {
  const text = frame.data?.["text"];
  if (Array.isArray(text)) toast.warning(text as unknown as Text);
});

/** How soon a file that waits for its scan is looked at again, and how often. */
const lookAgainMs = 3_000;
const looks = 20;

/** What the ids stand for, asked from the server once; files that wait for the scanner are asked about again. */
function useKnown(ids: readonly string[]) {
  const key = joinIds(ids);
  const [known, setKnown] = useState<ReadonlyMap<string, Attachment>>(new Map());
  const [answered, setAnswered] = useState<{ readonly key: string; readonly missing: number; readonly failed: boolean } | null>(null);
  const [round, setRound] = useState(0);
  const [learn] = useState(
    () =>
      (files: readonly Attachment[]): void =>
        setKnown((map) => new Map([...map, ...files.map((file) => [file.id, file] as const)])),
  );
  const files = ids.flatMap((id) => known.get(id) ?? []);

  useEffect(() => {
    const wanted = idsOf(key);
    if (wanted.every((id) => known.has(id)) && round === 0) return;
    const asked = new AbortController();
    listFiles(wanted, asked.signal).then(
      (found) => {
        learn(found.files);
        setAnswered({ key, missing: found.missing, failed: false });
      },
      () => asked.signal.aborted || setAnswered({ key, missing: 0, failed: true }),
    );
    return () => asked.abort();
    // What is known changes with every upload; only other ids or a retry ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, round]);

  const waits = files.some((file) => file.scanStatus === "PENDING") && round < looks;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setRound((n) => n + 1), lookAgainMs);
    return () => clearTimeout(timer);
  }, [waits, round]);
  useEffect(() => onPush("file", (frame) => void (idsOf(key).includes(String(frame.data?.["fileId"])) && setRound((n) => n + 1))), [key]);

  const isAnswered = answered?.key === key;
  const state: Attachments["state"] =
    files.length === ids.length || (isAnswered && !answered.failed) ? "ready" : isAnswered ? "failed" : "loading";
  return { files, missing: isAnswered ? answered.missing : 0, state, learn, reload: () => setRound((n) => n + 1) };
}

/** Judges before any byte travels; the server asks the same questions again. */
function addTo(queue: Queue, present: number, config: AttachmentConfig, chosen: readonly File[], versionOf?: string): void {
  const rule = fileRule(config);
  const wanted = config.multiple === false || versionOf ? chosen.slice(0, 1) : chosen;
  const room = versionOf ? 1 : rule.maxCount - present - queue.state.getState().filter((upload) => upload.phase !== "error").length;
  const good: File[] = [];
  for (const file of wanted) {
    const no = judgeFile(file, rule);
    if (no) complain(no);
    else good.push(file);
  }
  if (good.length > room) complain(fileNo.count(rule.maxCount));
  queue.add(good.slice(0, Math.max(0, room)), versionOf ?? null);
}
