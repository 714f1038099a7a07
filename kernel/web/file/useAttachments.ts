import { useEffect, useRef, useState } from "react";
import { fileLimits, fileNo, fileRule, fileTexts, idsOf, joinIds, judgeFile, type Attachment, type AttachmentConfig } from "../../file.ts";
import type { Refusal } from "../../refusal.ts";
import { confirm, toast } from "../message.ts";
import { createQueue, type Queue } from "./queue.ts";
import { listFiles, removeFiles, sendFile } from "./transfer.ts";

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
  describe(text: string): void;
  add(files: readonly File[], versionOf?: string): void;
  remove(file: Attachment): Promise<void>;
  reload(): void;
}

const complain = (refusal: Refusal): void => toast.error(refusal.text, fileLimits.errorShownMs);

/** Loads, uploads and deletes the files of one value; the value itself belongs to the page and changes only through onChange. */
export function useAttachments({ value, onChange, config, businessId }: AttachmentsInput): Attachments {
  const ids = idsOf(value);
  const key = joinIds(ids);
  const [known, setKnown] = useState<ReadonlyMap<string, Attachment>>(new Map());
  const [answered, setAnswered] = useState<{ readonly key: string; readonly missing: number; readonly failed: boolean } | null>(null);
  const [round, setRound] = useState(0);
  const [description, describe] = useState("");

  const latest = useRef({ ids, onChange, config, businessId, description });
  useEffect(() => {
    latest.current = { ids, onChange, config, businessId, description };
  });

  const [queue] = useState(() =>
    createQueue({
      send: (file, versionOf, how) => {
        const { config: now, businessId: record, description: words } = latest.current;
        const target = {
          functionId: now.functionId,
          businessId: record ?? "",
          valueKey: now.valueKey ?? "fileIds",
          path: now.path ?? "",
          fileDesc: words,
          visibleTo: now.visibleTo ?? "SHARED",
        } as const;
        return sendFile(file, target, versionOf, how);
      },
    }),
  );
  useEffect(() => {
    queue.onDone = (attachment, upload) => {
      setKnown((map) => new Map(map).set(attachment.id, attachment));
      const now = latest.current;
      const next = upload.versionOf ? now.ids.map((id) => (id === upload.versionOf ? attachment.id : id)) : [...now.ids, attachment.id];
      latest.current = { ...now, ids: next };
      now.onChange?.(joinIds(next));
    };
    queue.onError = (error) => toast.error(error, fileLimits.errorShownMs);
  }, [queue]);

  useEffect(() => {
    const wanted = idsOf(key);
    if (wanted.every((id) => known.has(id)) && round === 0) return;
    const asked = new AbortController();
    listFiles(wanted, asked.signal).then(
      ({ files, missing }) => {
        setKnown((map) => new Map([...map, ...files.map((file) => [file.id, file] as const)]));
        setAnswered({ key, missing, failed: false });
      },
      () => asked.signal.aborted || setAnswered({ key, missing: 0, failed: true }),
    );
    return () => asked.abort();
    // What is known changes with every upload; only other ids or a retry ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, round]);

  const files = ids.flatMap((id) => known.get(id) ?? []);
  const isAnswered = answered?.key === key;
  return {
    files,
    missing: isAnswered ? answered.missing : 0,
    state: files.length === ids.length || (isAnswered && !answered.failed) ? "ready" : isAnswered ? "failed" : "loading",
    queue,
    description,
    describe,
    add: (chosen, versionOf) => addTo(queue, latest.current.ids.length, config, chosen, versionOf),
    remove: async (file) => {
      if (!(await confirm({ title: fileTexts.deleteAsk, text: file.originalFileName, danger: true, confirm: ["删除", "Delete"] }))) return;
      try {
        await removeFiles([file.id]);
      } catch (error) {
        return toast.error(error);
      }
      const next = latest.current.ids.filter((id) => id !== file.id);
      latest.current = { ...latest.current, ids: next };
      latest.current.onChange?.(joinIds(next));
      toast.success(fileTexts.deleted);
    },
    reload: () => setRound((n) => n + 1),
  };
}

/** Judges before any byte travels; the server asks the same questions again. */
function addTo(queue: Queue, present: number, config: AttachmentConfig, chosen: readonly File[], versionOf?: string): void {
  const rule = fileRule(config);
  const wanted = config.multiple === false || versionOf ? chosen.slice(0, 1) : chosen;
  const room = versionOf ? 1 : rule.maxCount - present - queue.state.getState().filter((one) => one.phase !== "error").length;
  const good: File[] = [];
  for (const file of wanted) {
    const no = judgeFile(file, rule);
    if (no) complain(no);
    else good.push(file);
  }
  if (good.length > room) complain(fileNo.count(rule.maxCount));
  queue.add(good.slice(0, Math.max(0, room)), versionOf ?? null);
}
