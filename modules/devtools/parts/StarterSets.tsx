import { menuRoute } from "#kernel/menu.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { loadFavourites } from "#kernel/web/favourites.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useMenus } from "#kernel/web/menus.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { findRecords } from "#kernel/web/page/records.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button, Select } from "antd";
import { Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { favouriteStarter } from "../favourite-starter.entity.ts";

async function keep(id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    tellChanged({ entity: favouriteStarter.name, id });
    await loadFavourites();
  } catch (error) {
    toast.error(error);
  }
}

/** What newcomers of a responsibility find among their favourites until they keep their own. */
export function StarterSets() {
  const say = useText();
  const responsibilities = useLoad("responsibilities", async () => (await findRecords(responsibility.name, { pageRows: 200 })).rows);
  const [resp, setResponsibility] = useState<string | null>(null);
  return (
    <Stack as="section">
      <Labelled label={say(["职责", "Responsibility"])}>
        <Select
          style={{ width: 280 }}
          showSearch={{ optionFilterProp: "label" }}
          value={resp}
          aria-label={say(["职责", "Responsibility"])}
          placeholder={say(["选择职责", "Choose a responsibility"])}
          options={(responsibilities.data ?? []).map((pickedRecord) => ({
            value: pickedRecord.id,
            label: `${String(pickedRecord.code ?? "")} ${String(pickedRecord.name ?? "")}`,
          }))}
          onChange={setResponsibility}
        />
      </Labelled>
      {resp ? (
        <OneSet key={resp} responsibility={resp} />
      ) : (
        <p className="pg-faint">{say(["选一个职责，为它推荐页面。", "Choose a responsibility to recommend pages for."])}</p>
      )}
    </Stack>
  );
}

function OneSet({ responsibility: resp }: { readonly responsibility: string }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const menus = useMenus((state) => state.flat).filter((menu) => menuRoute(menu) !== null);
  const load = useRows(favouriteStarter, { responsibilityId: [resp], pageRows: 0 });
  const rows = load.data ?? [];
  const taken = new Set(rows.map((row) => String(row.targetRef)));
  const add = (code: string): void => {
    const menu = menus.find((candidate) => candidate.menuCode === code);
    const seq = Math.max(0, ...rows.map((row) => Number(row.seq))) + 10;
    void keep(resp, () =>
      entityCall.save(favouriteStarter, { responsibilityId: resp, kind: "MENU", targetRef: code, title: menu?.name ?? code, seq }),
    );
  };
  return (
    <>
      <Select
        style={{ width: 320 }}
        showSearch={{ optionFilterProp: "label" }}
        value={null}
        aria-label={say(["加入页面", "Add a page"])}
        placeholder={say(["加入页面", "Add a page"])}
        options={menus.filter((menu) => !taken.has(menu.menuCode)).map((menu) => ({ value: menu.menuCode, label: menu.name }))}
        onChange={(code: string | null) => code && add(code)}
        key={`${rows.length}${language}`}
      />
      <PanelState load={load} empty={say(["还没有推荐的页面", "No pages recommended yet"])} isEmpty={(list) => list.length === 0}>
        {(list) => (
          <ItemList>
            {list.map((starter) => (
              <Item
                key={String(starter.id)}
                lead={<Star size={14} aria-hidden />}
                title={menus.find((menu) => menu.menuCode === starter.targetRef)?.name ?? String(starter.title)}
                end={
                  <Button
                    size="small"
                    type="text"
                    icon={<Trash2 size={14} />}
                    aria-label={say(["移除", "Remove"])}
                    onClick={() => void keep(String(starter.id), () => entityCall.remove(favouriteStarter, String(starter.id)))}
                  />
                }
              />
            ))}
          </ItemList>
        )}
      </PanelState>
    </>
  );
}
