import { create } from "zustand";
import type { Text } from "../text.ts";
import { CallError, messageOf } from "./call.ts";
import type { FixPlace } from "./call-error.ts";
import { sayNow } from "./language.ts";

export type Level = "success" | "info" | "warning" | "error";

/** One message on screen; the same words again only raise its count. */
export interface Toast {
  readonly id: number;
  readonly level: Level;
  readonly text: string;
  readonly count: number;
  readonly details: string | null;
  /** Where what is missing can be put right. */
  readonly fix?: FixPlace | null;
  readonly until: number;
}

const SHOWN_MS = 4000;
const MOST = 3;

interface MessageStore {
  readonly toasts: readonly Toast[];
  readonly asked: Asked | null;
}

/** A question that waits for an answer. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger: boolean;
  answer(yes: boolean): void;
}

export const useMessages = create<MessageStore>(() => ({ toasts: [], asked: null }));

let nextId = 1;
const words = (text: Text | string): string => (typeof text === "string" ? text : sayNow(text));

/** Adds a message to those shown: equal ones merge, the oldest makes room for a fourth. Pure, so that its rule can be read off a test. */
export function addToast(shown: readonly Toast[], added: Omit<Toast, "count">): Toast[] {
  const same = shown.find((toast) => toast.text === added.text && toast.level === added.level);
  if (same === undefined) return [...shown, { ...added, count: 1 }].slice(-MOST);
  return shown.map((toast) =>
    toast === same ? { ...toast, count: toast.count + 1, until: added.until, details: added.details ?? toast.details } : toast,
  );
}

function show(level: Level, text: Text | string, options: { ms?: number; details?: string | null; fix?: FixPlace | null } = {}): void {
  const fix = options.fix ?? null;
  // Whoever is told where to go on needs the time to read it and go.
  const ms = options.ms ?? (fix ? 3 * SHOWN_MS : SHOWN_MS);
  const added = { id: nextId++, level, text: words(text), details: options.details ?? null, fix, until: performance.now() + ms };
  useMessages.setState(({ toasts }) => ({ toasts: addToast(toasts, added) }));
  setTimeout(sweep, ms + 20);
}

/** Takes away what has been shown long enough; a message under the pointer stays. */
function sweep(): void {
  useMessages.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.until > performance.now()) }));
}

export const dropToast = (id: number): void =>
  useMessages.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
export const holdToast = (id: number, hold: boolean): void => {
  const until = hold ? Number.POSITIVE_INFINITY : performance.now() + SHOWN_MS / 2;
  useMessages.setState(({ toasts }) => ({ toasts: toasts.map((toast) => (toast.id === id ? { ...toast, until } : toast)) }));
  if (!hold) setTimeout(sweep, SHOWN_MS / 2 + 20);
};

/** Short messages at the top of the screen. `error` takes whatever was thrown; `ms` is for upload errors, which stay 2.5 s. */
export const toast = {
  success: (text: Text | string): void => show("success", text),
  info: (text: Text | string): void => show("info", text),
  warning: (text: Text | string): void => show("warning", text),
  error(error: unknown, ms?: number): void {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof CallError && error.code.startsWith("AUTH_") && error.http === 401) return;
    const text = Array.isArray(error) ? words(error as unknown as Text) : messageOf(error);
    const details = error instanceof CallError && error.requestId !== "" ? `${error.code} ${error.requestId}` : null;
    const fix = error instanceof CallError ? error.fix : null;
    show("error", text, { details, fix, ...(ms === undefined ? {} : { ms }) });
  },
};

export interface Question {
  /** names the object: "delete 3 attachments?" */
  readonly title: Text | string;
  readonly text?: Text | string;
  readonly confirm?: Text | string;
  readonly cancel?: Text | string;
  readonly danger?: boolean;
}

/** Asks before something happens; the focus stands on Cancel. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    useMessages.getState().asked?.answer(false);
    const answer = (yes: boolean): void => {
      useMessages.setState({ asked: null });
      resolve(yes);
    };
    const asked: Asked = {
      title: words(question.title),
      text: words(question.text ?? ""),
      confirm: words(question.confirm ?? ["确定", "OK"]),
      cancel: words(question.cancel ?? ["取消", "Cancel"]),
      danger: question.danger ?? false,
      answer,
    };
    useMessages.setState({ asked });
  });
}

/** Asks before so many unsaved changes are lost; nothing unsaved needs no question. */
export const discardChanges = async (count: number): Promise<boolean> =>
  count === 0 ||
  confirm({
    title: ["放弃未保存的修改？", "Discard unsaved changes?"],
    text: [`有 ${count} 处修改还没有保存。`, `${count} changes are not saved yet.`],
    confirm: ["放弃修改", "Discard"],
    danger: true,
  });
