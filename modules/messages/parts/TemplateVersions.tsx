import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import type { Form } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { Select } from "antd";
import { useState } from "react";
import { msgTemplate } from "../config.entity.ts";
import { diffLines } from "./diff.ts";

const parts = ["titleCn", "titleEn", "contentCn", "contentEn", "linkRoute"] as const;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What changed from another version of the same template to this one. */
export function TemplateVersions({ doc }: { readonly doc: Form<typeof msgTemplate> }) {
  const say = useText();
  const [other, setOther] = useState<string | null>(null);
  const load = useLoad(`${String(doc.templateCode)}:${String(doc.channel)}`, async () => {
    const query = { templateCode: doc.templateCode, channel: doc.channel, pageIndex: 1, pageRows: 50 };
    const { data } = await entityCall.page(msgTemplate, query);
    return data.filter((row) => row.templateCode === doc.templateCode).toSorted((a, b) => Number(b.version) - Number(a.version));
  });
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(rows) => {
        const others = rows.filter((row) => row.id !== doc.id);
        const chosen = other ?? (others[0] ? String(others[0].id) : null);
        return others.length === 0 ? (
          <p className="pg-faint pg-panel-empty">{say(["还没有别的版本。", "There is no other version yet."])}</p>
        ) : (
          <>
            <Inline as="label">
              {say([`版本 ${String(doc.version)} 对比`, `Version ${String(doc.version)} against`])}
              <Select
                size="small"
                value={chosen}
                onChange={setOther}
                aria-label={say(["对比的版本", "Version to compare with"])}
                options={others.map((row) => ({
                  value: String(row.id),
                  label: say([`版本 ${String(row.version)}`, `Version ${String(row.version)}`]),
                }))}
              />
              <StatusTag entity={msgTemplate} code={others.find((row) => row.id === chosen)?.status} />
            </Inline>
            {chosen ? <Compared key={chosen} id={chosen} doc={doc} /> : null}
          </>
        );
      }}
    </PanelState>
  );
}

function Compared({ id, doc }: { readonly id: string; readonly doc: Form<typeof msgTemplate> }) {
  const say = useText();
  const load = useLoad(id, () => entityCall.find(msgTemplate, id));
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(older) => {
        const changed = parts.filter((key) => text(older[key]) !== text(doc[key]));
        return changed.length === 0 ? (
          <p className="pg-faint">{say(["文字相同。", "The texts are the same."])}</p>
        ) : (
          changed.map((key) => (
            <Stack key={key} gap="xs">
              <h4 className="pg-label">{say(msgTemplate.fields[key].label)}</h4>
              {diffLines(text(older[key]), text(doc[key])).map((line, at) =>
                line.sign === "-" ? (
                  <Words key={at} as="del" size="small" tone="error">
                    {line.text}
                  </Words>
                ) : line.sign === "+" ? (
                  <Words key={at} as="ins" size="small" tone="success">
                    {line.text}
                  </Words>
                ) : (
                  <Words key={at} size="small">
                    {line.text}
                  </Words>
                ),
              )}
            </Stack>
          ))
        );
      }}
    </PanelState>
  );
}
