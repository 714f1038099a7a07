import { ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Seen } from "#kernel/seen.ts";
import { menuRoute } from "#kernel/menu.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useMenus } from "#kernel/web/menus.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Select } from "antd";
import { Eye, ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { article, articleView } from "./article.entity.ts";
import { ArticleText, halfOf } from "./parts/ArticleText.tsx";

const { contentCn, contentEn } = article.fields;

const shown = {
  ...article,
  fields: { ...article.fields, contentCn: { ...contentCn, pictures: "fileIds" }, contentEn: { ...contentEn, pictures: "fileIds" } },
  pages: {
    ...article.pages,
    sections: [
      ["文章", "Article", ["titleCn", "categoryCode", "audience", "summary", "publishAt", "expireAt", "orgIds", "menuCodes"]],
      ["中文内容", "In Chinese", ["contentCn"]],
      ["英文内容", "In English", ["contentEn"]],
    ],
  },
} as unknown as typeof article;

/** On which pages it stands as help. */
function HelpPages({ model }: { readonly model: EditModel<typeof article> }) {
  const say = useText();
  const value = useStore(model.state, (state) => state.doc.menuCodes);
  const menus = useMenus((state) => state.flat);
  const options = menus.flatMap((menu) => {
    const route = menuRoute(menu);
    return route ? [{ value: route, label: menu.name }] : [];
  });
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  if (!model.editable())
    return (
      <span>{chosen.map((route) => options.find((option) => option.value === route)?.label ?? route).join(say(["、", ", "])) || "–"}</span>
    );
  return (
    <Select
      mode="multiple"
      className="pg-fill"
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: "label" }}
      value={chosen}
      options={options}
      placeholder={say(["在这些页面的标题旁显示为帮助", "Shown as help beside the titles of these pages"])}
      aria-label={say(["相关页面", "Related pages"])}
      onChange={(routes: string[]) => model.patch({ menuCodes: routes.length === 0 ? null : routes })}
    />
  );
}

/** How readers took it: counts, and what they wrote. */
function Readers({ model }: { readonly model: EditModel<typeof article> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const rows = useRows(articleView, base ? { articleId: [String(base.id)], pageRows: 100 } : null);
  return (
    <PanelState load={rows} empty={say(["还没有人读过。", "Not read yet."])} isEmpty={(list) => list.length === 0}>
      {(list) => (
        <>
          <Words as="p" size="strong">
            {say([`${list.length} 位读者`, `${list.length} readers`])} · <ThumbsUp size={13} aria-label={say(["有用", "useful"])} />{" "}
            {list.filter((row) => row.useful === "Y").length} · <ThumbsDown size={13} aria-label={say(["没用", "not useful"])} />{" "}
            {list.filter((row) => row.useful === "N").length}
          </Words>
          <ItemList>
            {list
              .filter(({ useful }) => useful)
              .map(({ id, userName, feedback, useful }) => (
                <Item
                  key={String(id)}
                  title={String(userName ?? "")}
                  note={feedback}
                  end={<Words size="small">{useful === "Y" ? say(["有用", "useful"]) : say(["没用", "not useful"])}</Words>}
                />
              ))}
          </ItemList>
        </>
      )}
    </PanelState>
  );
}

function Preview({ model }: { readonly model: EditModel<typeof article> }) {
  const say = useText();
  const { base, unsaved } = useStore(model.state);
  return base ? (
    <p>
      <Button
        icon={<Eye size={14} />}
        disabled={unsaved > 0}
        onClick={() =>
          void openPage({ path: "articleManagementList/ArticleManagementListDetail", query: { id: String(base.id), mode: "read" } })
        }
      >
        {say(["看读者看到的样子", "Preview as reader"])}
      </Button>
    </p>
  ) : null;
}

const slots: EditSlots<typeof article> = {
  head: (model) => <Preview model={model} />,
  fields: { menuCodes: (model) => <HelpPages model={model} /> },
  sidePanel: [{ key: "readers", label: ["读者", "Readers"], render: (model) => <Readers model={model} /> }],
};

/** Somebody reads it: the words alone, and the question whether they helped. An editor's look at a draft counts for nothing. */
function Reader({ id, edits }: { readonly id: string; readonly edits: boolean }) {
  const tab = useTab();
  const load = useLoad(id, async () =>
    edits
      ? entityCall.find(article, id)
      : (await call<Seen<typeof article>>("messageServer/baseArticleService/findForReader", { id })).data,
  );
  const { setTitle } = tab;
  const [cn, en] = load.data ? [halfOf(load.data, "CN").title, halfOf(load.data, "EN").title] : ["", ""];
  useEffect(() => {
    if (cn || en) setTitle([cn, en]);
  }, [setTitle, cn, en]);
  return (
    <OwnPage>
      <ReadPage>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(doc) => <ArticleText doc={doc} ask={!edits} />}
        </PanelState>
      </ReadPage>
    </OwnPage>
  );
}

/** One article: written by its editors, read by everybody else. */
export default function ArticlePage() {
  const tab = useTab();
  const viewer = useViewer();
  const id = tab.query.id ?? "";
  const edits = viewer.may("btnSave");
  if (viewer.known && id !== "" && (tab.query.mode === "read" || !edits)) return <Reader key={id} id={id} edits={edits} />;
  return (
    <Ground>
      <EditPage entity={shown} slots={slots} />
    </Ground>
  );
}
