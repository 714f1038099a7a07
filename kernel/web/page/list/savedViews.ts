import { useCallback, useEffect, useRef, useState } from "react";
import type { Row } from "../../../page-document.ts";
import { call } from "../../call.ts";
import { toast } from "../../message.ts";

/** A search somebody keeps under a name, for one list. */
export interface SavedView {
  readonly id: string;
  readonly versionNum?: number;
  readonly schemeName: string;
  readonly params: { readonly typed: Row; readonly view?: string };
  readonly defaultFlag?: "Y" | "N";
  readonly shareRespId?: string | null;
}

export interface SavedViews {
  readonly list: readonly SavedView[] | null;
  save(name: string, params: SavedView["params"], share: string | null): Promise<SavedView | null>;
  remove(view: SavedView): Promise<void>;
  setDefault(view: SavedView, on: boolean): Promise<void>;
}

/** The view somebody marked as default is chosen once when the list opens, unless the address already asks for something. */
export function useDefaultView(filters: { choose(view: string, saved: SavedView): void }, saved: SavedViews, asked: boolean): void {
  const done = useRef(asked);
  const first = saved.list?.find((view) => view.defaultFlag === "Y");
  useEffect(() => {
    if (saved.list === null || done.current) return;
    done.current = true;
    if (first) filters.choose(first.id, first);
  }, [saved.list, first, filters]);
}

const path = (name: string): string => `baseServer/v1/baseTableSearchRestful/${name}`;

/** The saved searches of one list: the user's own and those shared with the responsibility. */
export function useSavedViews(tableName: string): SavedViews {
  const [list, setList] = useState<readonly SavedView[] | null>(null);
  useEffect(() => {
    let gone = false;
    call<readonly SavedView[]>(path("listByPage"), { pageIndex: 1, pageRows: 50, tableName }).then(
      ({ data }) => void (gone || setList(data ?? [])),
      () => void (gone || setList([])),
    );
    return () => void (gone = true);
  }, [tableName]);
  const save = useCallback(
    async (schemeName: string, params: SavedView["params"], share: string | null): Promise<SavedView | null> => {
      try {
        const { data } = await call<SavedView>(path("saveOrUpdate"), {
          tableName,
          schemeName,
          params,
          ...(share ? { shareRespId: share } : {}),
        });
        setList((now) => [...(now ?? []), data]);
        return data;
      } catch (error) {
        toast.error(error);
        return null;
      }
    },
    [tableName],
  );
  const put = async (view: SavedView, change: Partial<SavedView>): Promise<void> => {
    try {
      const { data } = await call<SavedView>(path("saveOrUpdate"), { id: view.id, versionNum: view.versionNum, ...change });
      setList((now) => (now ?? []).map((savedView) => (savedView.id === view.id ? data : savedView)));
    } catch (error) {
      toast.error(error);
    }
  };
  return {
    list,
    save,
    setDefault: (view, on) => put(view, { defaultFlag: on ? "Y" : "N" }),
    async remove(view) {
      try {
        await call(path("delete"), { id: view.id, versionNum: view.versionNum });
        setList((now) => (now ?? []).filter((savedView) => savedView.id !== view.id));
      } catch (error) {
        toast.error(error);
      }
    },
  };
}
