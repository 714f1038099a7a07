import { create } from "zustand";
import type { Attachment } from "../../file.ts";
import { fill } from "../../text.ts";
import { toast } from "../message.ts";
import { liveWith } from "../session.ts";
import { words } from "./words.ts";

/** Attachments somebody copied and may put into another record; they live as long as the session. */
export const useCopied = create<{ readonly files: readonly Attachment[] }>(() => ({ files: [] }));

export function copyFiles(files: readonly Attachment[]): void {
  useCopied.setState({ files });
  toast.success(fill(words.copied, { n: files.length }));
}

liveWith({ end: () => useCopied.setState({ files: [] }) });
