import { menuRoute } from "#kernel/menu.ts";
import { favourite } from "#kernel/platform/preference.entity.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { loadFavourites, useFavourites, type Favourite } from "#kernel/web/favourites.ts";
import { useMenus } from "#kernel/web/menus.ts";
import { toast } from "#kernel/web/message.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useSession } from "#kernel/web/session.ts";
import { AutoComplete, Button } from "antd";
import { ArrowDown, ArrowUp, Star, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { StarterSets } from "./parts/StarterSets.tsx";

export const page = { route: "collect", title: ["我的收藏", "My favourites"] };

/** What a person keeps at hand, in folders and in the order the person wants. */
export default function Collect() {
  return (
    <OwnPage>
      <Favourites />
    </OwnPage>
  );
}

function Favourites() {
  const say = useText();
  const panel = useId();
  const title = usePageTitle(["我的收藏", "My favourites"]);
  const { rows } = useFavourites();
  const maintains = useMenus((state) => state.flat).some((menu) => menuRoute(menu) === "projectAndModule");
  const [tab, setTab] = useState("mine");
  const folders = [...Map.groupBy(rows, (row) => row.folder ?? "")].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <PageFrame
      title={title}
      truth={
        <>
          {say(["收藏", "Favourites"])} <b>{rows.length}</b>
          <span>
            {say(["菜单上的星标加入或移出；这里排序、归入文件夹", "Star a menu to add or remove it; manage order and folders here"])}
          </span>
        </>
      }
    >
      {maintains ? (
        <TabBar
          tabs={[
            { key: "mine", label: ["我的收藏", "Mine"], count: rows.length },
            { key: "starters", label: ["职责推荐", "Recommended pages"] },
          ]}
          now={tab}
          label={["收藏", "Favourites"]}
          panel={panel}
          choose={setTab}
        />
      ) : null}
      <div id={panel} className="pt-scroll" role={maintains ? "tabpanel" : undefined}>
        {tab === "starters" ? (
          <StarterSets />
        ) : rows.length === 0 ? (
          <Empty />
        ) : (
          <Stack gap="l">
            {folders.map(([folder, own]) => (
              <section key={folder} aria-label={folder || say(["未分类", "No folder"])}>
                <h3 className="pg-h3">{folder || say(["未分类", "No folder"])}</h3>
                <ItemList>
                  {own.map((favourite, at) => (
                    <Line
                      key={favourite.id}
                      one={favourite}
                      above={own[at - 1]}
                      below={own[at + 1]}
                      folders={folders.map(([name]) => name)}
                    />
                  ))}
                </ItemList>
              </section>
            ))}
          </Stack>
        )}
      </div>
    </PageFrame>
  );
}

async function keep(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.error(error);
  }
  await loadFavourites();
}

const swap = (row: Favourite, other: Favourite): Promise<void> =>
  keep(async () => {
    const [a, b] = row.seq === other.seq ? [row.seq, row.seq + 1] : [other.seq, row.seq];
    await entityCall.save(favourite, { id: row.id, versionNum: row.versionNum, seq: a });
    await entityCall.save(favourite, { id: other.id, versionNum: other.versionNum, seq: b });
  });

interface LineProps {
  readonly one: Favourite;
  readonly above: Favourite | undefined;
  readonly below: Favourite | undefined;
  readonly folders: readonly string[];
}

function Line({ one, above, below, folders }: LineProps) {
  const say = useText();
  const [folder, setFolder] = useState(one.folder ?? "");
  const menu = useMenus((state) => state.flat).find((menu) => menu.menuCode === one.targetRef);
  const name = menu?.name ?? one.title;
  const route = menu ? menuRoute(menu) : one.kind === "MENU" ? null : one.targetRef;
  const put = (): void => {
    if (folder.trim() !== (one.folder ?? ""))
      void keep(() => entityCall.save(favourite, { id: one.id, versionNum: one.versionNum, folder: folder.trim() || null }));
  };
  return (
    <Item
      lead={<Star size={14} aria-hidden />}
      title={
        route === null ? (
          <span className="pg-faint">
            {name} {say(["（当前职责不可用）", "(not with this responsibility)"])}
          </span>
        ) : (
          <button type="button" className="pg-link" onClick={() => void openPage({ path: route })}>
            {name}
          </button>
        )
      }
      end={
        <>
          <AutoComplete
            size="small"
            style={{ width: 150 }}
            value={folder}
            aria-label={say([`${name}的文件夹`, `Folder of ${name}`])}
            placeholder={say(["文件夹", "Folder"])}
            options={folders.filter((known) => known !== "").map((value) => ({ value }))}
            onChange={setFolder}
            onSelect={(value: string) => setFolder(value)}
            onBlur={put}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowUp size={14} />}
            disabled={!above}
            aria-label={say([`上移${name}`, `Move ${name} up`])}
            onClick={() => above && void swap(one, above)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDown size={14} />}
            disabled={!below}
            aria-label={say([`下移${name}`, `Move ${name} down`])}
            onClick={() => below && void swap(one, below)}
          />
          <Button
            size="small"
            type="text"
            icon={<Trash2 size={14} />}
            aria-label={say([`移除${name}`, `Remove ${name}`])}
            onClick={() => void keep(() => entityCall.remove(favourite, one.id))}
          />
        </>
      }
    />
  );
}

/** Somebody without favourites may take those recommended for the responsibility. */
function Empty() {
  const say = useText();
  const respId = useSession((state) => state.record?.currentResponsibility?.responsibilityId);
  const { starters } = useFavourites();
  const take = () =>
    keep(async () => {
      for (const { kind, targetRef, title, folder, seq } of starters)
        await entityCall.save(favourite, { kind, targetRef, title, folder, seq });
    });
  return (
    <>
      <Blank
        icon={Star}
        title={say(["还没有收藏", "No favourites yet"])}
        text={say(["在左侧菜单上点星标，常用页面就会出现在这里。", "Star a menu on the left to see it here."])}
      />
      {respId && starters.length > 0 ? (
        <Inline as="p" spread="center">
          <Button type="primary" onClick={() => void take()}>
            {say([`采用职责推荐的 ${starters.length} 个页面`, `Add the ${starters.length} pages recommended for this responsibility`])}
          </Button>
        </Inline>
      ) : null}
    </>
  );
}
