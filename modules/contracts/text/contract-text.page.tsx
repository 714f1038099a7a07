import { Columns, Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { ReadHead, ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { download, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { contract } from "../contract.entity.ts";
import { finaliseText, getText, papers, type Standing, type TextPage } from "./page-calls.ts";
import { ClauseCard } from "./ClauseCard.tsx";
import { Marks } from "./Marks.tsx";
import { useTextLock } from "./useTextLock.tsx";
import { Versions } from "./Versions.tsx";

export const page = { route: "contractManage/cctContractText", title: ["合同正文", "Contract text"], keepAlive: false, menu: false };

const standings: Readonly<Record<Standing, readonly [cn: string, en: string, tone: "success" | "info" | "warning"]>> = {
  STANDARD: ["标准", "Standard", "success"],
  FALLBACK: ["替代", "Fallback", "info"],
  FREE: ["自由", "Free text", "warning"],
};

/** The text of a contract: its clauses, what was said of them, and its versions. */
export default function ContractTextPage() {
  return (
    <OwnPage of={["id"]}>
      <Loaded />
    </OwnPage>
  );
}

function Loaded() {
  const tab = useTab();
  const { id = "" } = tab.query;
  const load = useLoad(id, () => askCall(getText, { id }));
  useChanged(contract.name, load.again);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(text) => <Desk text={text} again={load.again} />}
    </PanelState>
  );
}

async function save(path: string, body: object): Promise<void> {
  try {
    saveBlob(await download(`srmServer/${path}`, body));
  } catch (error) {
    toast.error(error);
  }
}

function Desk({ text, again }: { readonly text: TextPage; again(): void }) {
  const say = useText();
  const tab = useTab();
  const [chosen, setChosen] = useState(text.parts[0]?.id ?? "");
  const lock = useTextLock(text, again);
  const name = text.num ?? text.name;
  useEffect(() => tab.setTitle([name, name]), [name, tab]);
  const part = text.parts.find(({ id }) => id === chosen) ?? null;
  const open = text.marks.filter(({ kind, status }) => kind === "CHANGE" && status === "OPEN").length;
  const finalise = (): void =>
    void askCall(finaliseText, { id: text.id }).then(
      () => {
        toast.success(["已定稿并归入文档", "Finalised and filed among the documents"]);
        again();
      },
      (error: unknown) => toast.error(error),
    );
  return (
    <ReadPage>
      <Stack>
        <ReadHead
          title={
            <>
              {text.num} {text.name} <StatusTag entity={contract} code={text.status} />
            </>
          }
          facts={[open > 0 ? say([`未处理修订 ${open} 处`, open === 1 ? "1 open change" : `${open} open changes`]) : null]}
          buttons={
            <>
              <Button onClick={() => void save(papers.word, { id: text.id })}>{say(["下载Word", "Download Word file"])}</Button>
              {text.may.edit ? (
                <Button type="primary" disabled={Boolean(text.lock && !text.lock.isMine)} onClick={lock.toggle}>
                  {lock.isMine ? say(["结束编辑", "Finish editing"]) : say(["编辑正文", "Edit text"])}
                </Button>
              ) : null}
              {text.may.finalise ? <Button onClick={finalise}>{say(["定稿", "Finalise text"])}</Button> : null}
            </>
          }
        />
        {text.lock && !text.lock.isMine ? (
          <Notice tone="warning">{say([`正文正由${text.lock.name}编辑`, `${text.lock.name} is editing the text`])}</Notice>
        ) : null}
        <Columns of="220px minmax(0, 1fr) 320px" align="start" gap="l">
          <ItemList label={say(["条款目录", "Clauses"])}>
            {text.parts.map((entry) => (
              <Item
                key={entry.id}
                title={`${entry.no} ${entry.title ?? (entry.id === "HEAD" ? say(["首部", "Opening text"]) : say(["尾部", "Closing text"]))}`}
                selected={entry.id === chosen}
                press={() => setChosen(entry.id)}
                end={
                  entry.standing ? (
                    <Badge tone={standings[entry.standing][2]}>{say([standings[entry.standing][0], standings[entry.standing][1]])}</Badge>
                  ) : undefined
                }
              />
            ))}
          </ItemList>
          <Stack label={say(["正文", "Text"])}>
            {text.parts.map((entry) => (
              <ClauseCard
                key={entry.id}
                text={text}
                part={entry}
                isChosen={entry.id === chosen}
                isEditing={lock.isMine && entry.isOpen}
                choose={() => setChosen(entry.id)}
                again={again}
                toField={() => void openPage({ path: "contractManage/cctContractEdit", query: { id: text.id } })}
              />
            ))}
            <Versions text={text} />
            {text.documents.length ? (
              <ItemList label={say(["合同文件", "Files"])}>
                {text.documents.map((row) => (
                  <Item
                    key={row.id}
                    title={row.name}
                    note={`v${row.versionNo}`}
                    press={() => void save(papers.shared, { id: text.id, documentId: row.id })}
                  />
                ))}
              </ItemList>
            ) : null}
          </Stack>
          <Stack label={say(["批注与修订", "Comments and changes"])}>
            {part ? (
              <Marks text={text} part={part} again={again} />
            ) : (
              <Inline>
                <Words tone="neutral">{say(["请选择条款", "Choose a clause"])}</Words>
              </Inline>
            )}
          </Stack>
        </Columns>
      </Stack>
    </ReadPage>
  );
}
