import type { Text } from "#kernel/text.ts";
import { ClauseText } from "#kernel/web/block/ClauseText.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import { clause } from "./clause.entity.ts";
import { passagesOf } from "./contract-text.ts";
import { families } from "./placeholders.ts";
import { template } from "./template.entity.ts";

type Model = EditModel<typeof template>;

const specialLabels: Readonly<Record<string, Text>> = {
  amountCn: ["人民币大写", "Amount in Chinese capitals"],
  items: ["明细表", "Table of items"],
  stages: ["付款阶段表", "Table of payment stages"],
};

/** What a name in braces stands for. */
function labelOf(name: string): Text {
  const [family, key] = name.split(".");
  return specialLabels[name] ?? families[family!]?.[key ?? ""]?.label ?? [name, name];
}

/** The text as a contract would begin with it; in place of data the names of its fields. */
function Preview({ model }: { readonly model: Model }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const ids = (base?.clauses ?? []).map((clause) => String(clause.termsId));
  const load = useLoad(`preview:${String(base?.id)}:${String(base?.versionNum)}`, async () =>
    ids.length ? (await entityCall.page(clause, { id: ids, pageIndex: 1, pageRows: 0, count: "none" })).data : [],
  );
  if (!base?.id) return null;
  const names = (base.placeholderJson ?? []) as readonly string[];
  const isEnglish = base.textLanguage === "EN";
  return (
    <Section name="preview" title={say(["预览", "Preview"])}>
      <Stack>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(found) => {
            const clauses = (base.clauses ?? []).flatMap((clause) => found.find(({ id }) => id === clause.termsId) ?? []);
            const passages = passagesOf(
              {
                head: (isEnglish ? base.headTextEn : base.headText) ?? null,
                tail: (isEnglish ? base.tailTextEn : base.tailText) ?? null,
                clauses: clauses.map((clause) => ({
                  title: (isEnglish ? clause.titleEn : null) ?? clause.title ?? "",
                  text: (isEnglish ? clause.contentEn : clause.content) ?? "",
                })),
              },
              (name) => `【${say(labelOf(name))}】`,
            );
            return (
              <ClauseText
                label={say(["预览", "Preview"])}
                paragraphs={passages.map(({ no, title, text }) => ({
                  no,
                  pieces: [{ kind: "same", text: title ? `${title}  ${text}` : text }],
                }))}
              />
            );
          }}
        </PanelState>
        {names.length ? (
          <FactGrid
            label={say(["占位字段", "Placeholders"])}
            facts={names.map((name) => ({ key: name, label: `\${${name}}`, value: say(labelOf(name)) }))}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

export const slots: EditSlots<typeof template> = {
  afterLines: (model) => <Preview model={model} />,
  links: [{ key: "preview", label: ["预览", "Preview"] }],
};
