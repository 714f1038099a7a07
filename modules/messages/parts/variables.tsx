import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Seen } from "#kernel/seen.ts";
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
export const useEvent = (id: unknown): Loaded<Seen<typeof msgEvent> | null> =>
  useLoad(`event:${String(id ?? "")}`, async () => (id ? entityCall.find(msgEvent, String(id)) : null));

export const variablesOf = (event: Seen<typeof msgEvent> | null | undefined): readonly Variable[] => [
  ...(Array.isArray(event?.variables) ? (event.variables as readonly Variable[]) : []),
  ...common.filter((variable) => !((event?.variables ?? []) as readonly Variable[]).some((own) => own.key === variable.key)),
];

/** Values to see a text filled with: the sample of the event, else the names of the values in brackets. */
export function sampleOf(
  event: Seen<typeof msgEvent> | null | undefined,
  own: unknown,
  language: "CN" | "EN",
): Readonly<Record<string, unknown>> {
  const named = Object.fromEntries(variablesOf(event).map(({ key, cn, en }) => [key, `[${language === "CN" ? cn : en}]`]));
  // a sample that only repeats the name of a value says less than what people call it
  const sample = Object.entries((event?.sample ?? {}) as Record<string, unknown>).filter(([key, value]) => value !== key);
  return { ...named, ...Object.fromEntries(sample), ...(own as object | null) };
}

const put = (text: string): void => void document.execCommand("insertText", false, text);

/** The values an event carries; a press puts one where the cursor stands, and each can be dragged there. */
export function Variables({ load }: { readonly load: Loaded<Seen<typeof msgEvent> | null> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(event) => (
        <Stack gap="s">
          <p className="pc-note">
            {event
              ? say(["点一下放到光标处，也可以拖进文字里。", "Click to insert at the cursor, or drag."])
              : say(["先选事件，才知道它带来哪些值。", "Choose the event first to see its values."])}
          </p>
          <ItemList label={say(["变量", "Variables"])}>
            {variablesOf(event).map((variable) => (
              <ItemLine key={variable.key}>
                <button
                  type="button"
                  className="pg-link"
                  draggable
                  onMouseDown={(mouse) => mouse.detail > 0 && !mouse.altKey && mouse.preventDefault()}
                  onDragStart={(drag) => drag.dataTransfer.setData("text/plain", `\${${variable.key}}`)}
                  onClick={() => put(`\${${variable.key}}`)}
                >
                  {language === "CN" ? variable.cn : variable.en} <Words code>{variable.key}</Words>
                </button>
              </ItemLine>
            ))}
          </ItemList>
        </Stack>
      )}
    </PanelState>
  );
}
