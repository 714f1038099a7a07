import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { ReadHead, ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { useText } from "#kernel/web/language.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { OwnPage, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Input } from "antd";
import { useState } from "react";
import { contract } from "../contract.entity.ts";
import { searchText } from "./page-calls.ts";

export const page = { route: "cctTextSearch", title: ["合同全文检索", "Contract text search"] };

/** Clauses of all contracts the reader may see that hold what he looks for. */
export default function TextSearchPage() {
  const say = useText();
  const title = usePageTitle(page.title as never);
  const [words, setWords] = useState("");
  return (
    <OwnPage>
      <ReadPage>
        <Stack>
          <ReadHead title={title} />
          <Input.Search
            allowClear
            autoFocus
            maxLength={200}
            aria-label={say(["检索合同正文", "Search contract texts"])}
            placeholder={say(["至少两个字，空格分隔多个词", "At least two characters; several words parted by spaces"])}
            enterButton={say(["检索", "Search"])}
            onSearch={(text) => setWords(text.trim())}
          />
          {words.length < 2 ? null : <Hits words={words} />}
        </Stack>
      </ReadPage>
    </OwnPage>
  );
}

function Hits({ words }: { readonly words: string }) {
  const say = useText();
  const load = useLoad(words, () => askCall(searchText, { words }));
  return (
    <PanelState load={load} empty={say(["没有找到", "Nothing found"])} isEmpty={(hits) => hits.length === 0}>
      {(hits) => (
        <ItemList framed label={say(["检索结果", "Results"])}>
          {hits.map((hit, i) => (
            <Item
              key={i}
              title={
                <>
                  {`${hit.num ?? ""} ${hit.name} `}
                  <Words tone="neutral">{`${hit.supplierName ?? ""} · ${hit.no} ${hit.title ?? ""}`}</Words>
                </>
              }
              note={
                <>
                  {hit.before}
                  <mark>{hit.hit}</mark>
                  {hit.after}
                </>
              }
              end={<StatusTag entity={contract} code={hit.status as never} />}
              press={() => void openPage({ path: "contractManage/cctContractText", query: { id: hit.id } })}
            />
          ))}
        </ItemList>
      )}
    </PanelState>
  );
}
