import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { msgEvent } from "../event.entity.ts";

export interface Variable {
  readonly key: string;
  readonly cn: string;
  readonly en: string;
}

/** What every event has besides what it declares. */
const common: readonly Variable[] = [
  { key: "bizNum", cn: "单号", en: "Document no." },
  { key: "actorName", cn: "操作人", en: "Done by" },
  { key: "receiverName", cn: "收件人", en: "Receiver" },
  { key: "link", cn: "链接", en: "Link" },
];

/** The event a configuration or a template is about. */
export const useEvent = (id: unknown): Loaded<Row | null> =>
  useLoad(`event:${String(id ?? "")}`, async () => (id ? entityCall.find(msgEvent, String(id)) : null));

export const variablesOf = (event: Row | null | undefined): readonly Variable[] => [
  ...(Array.isArray(event?.["variables"]) ? (event["variables"] as readonly Variable[]) : []),
  ...common.filter((one) => !((event?.["variables"] ?? []) as readonly Variable[]).some((own) => own.key === one.key)),
];

/** Values to see a text filled with: the sample of the event, else the names of the values in brackets. */
export function sampleOf(event: Row | null | undefined, own: unknown, language: "CN" | "EN"): Readonly<Record<string, unknown>> {
  const named = Object.fromEntries(variablesOf(event).map(({ key, cn, en }) => [key, `[${language === "CN" ? cn : en}]`]));
  // a sample that only repeats the name of a value says less than what people call it
  const sample = Object.entries((event?.["sample"] ?? {}) as Record<string, unknown>).filter(([key, value]) => value !== key);
  return { ...named, ...Object.fromEntries(sample), ...(own as object | null) };
}

const put = (text: string): void => void document.execCommand("insertText", false, text);

/** The values an event carries; a press puts one where the cursor stands, and each can be dragged there. */
export function Variables({ load }: { readonly load: Loaded<Row | null> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(event) => (
        <div className="ms-variables">
          <p className="pc-note">
            {event
              ? say(["点一下放到光标处，也可以拖进文字里。", "Click to insert at the cursor, or drag."])
              : say(["先选事件，才知道它带来哪些值。", "Choose the event first to see its values."])}
          </p>
          <ul aria-label={say(["变量", "Variables"])}>
            {variablesOf(event).map((one) => (
              <li key={one.key}>
                <button
                  type="button"
                  draggable
                  onMouseDown={(mouse) => mouse.detail > 0 && !mouse.altKey && mouse.preventDefault()}
                  onDragStart={(drag) => drag.dataTransfer.setData("text/plain", `\${${one.key}}`)}
                  onClick={() => put(`\${${one.key}}`)}
                >
                  <span>{language === "CN" ? one.cn : one.en}</span>
                  <code>{one.key}</code>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </PanelState>
  );
}
