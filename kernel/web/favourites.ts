import { create } from "zustand";
import { call } from "./call.ts";
import { onLanguage } from "./language.ts";
import { session, liveWith, useSession } from "./session.ts";
import { stateOf } from "./session-record.ts";
import { toast } from "./message.ts";
import { ask } from "./together.ts";

/** Something a person keeps at hand. */
export interface Favourite {
  readonly id: string;
  readonly versionNum: number;
  readonly kind: string;
  readonly targetRef: string;
  readonly title: string;
  readonly folder: string | null;
  readonly seq: number;
}

interface FavouriteStore {
  readonly rows: readonly Favourite[];
  /** What is recommended to whoever has this responsibility. */
  readonly starters: readonly Omit<Favourite, "id" | "versionNum">[];
}

const path = "baseServer/v1/baseFavouriteRestful";

export const useFavourites = create<FavouriteStore>(() => ({ rows: [], starters: [] }));

/** Reads a person's favourites; whoever has none sees what the responsibility recommends. */
export async function loadFavourites(): Promise<void> {
  const [own, starters] = await Promise.all([
    ask<readonly Favourite[]>(`${path}/listByPage`, { pageIndex: 1, pageRows: 200, count: "none" }).then(
      ({ data }) => data,
      () => null,
    ),
    ask<FavouriteStore["starters"]>(`${path}/starters`).then(
      ({ data }) => data,
      () => [],
    ),
  ]);
  if (own !== null) useFavourites.setState({ rows: own, starters });
}

/** Stars a menu, or takes the star away. */
export async function toggleFavourite(menuCode: string, title: string): Promise<void> {
  const { rows } = useFavourites.getState();
  const known = rows.find((row) => row.kind === "MENU" && row.targetRef === menuCode);
  try {
    if (known) await call(`${path}/delete`, { id: known.id });
    else
      await call(`${path}/saveOrUpdate`, {
        kind: "MENU",
        targetRef: menuCode,
        title,
        seq: Math.max(0, ...rows.map((row) => row.seq)) + 10,
      });
  } catch (error) {
    toast.error(error);
  }
  await loadFavourites();
}

liveWith({
  begin: (record) => void (stateOf(record) === "full" && loadFavourites()),
  end: () => useFavourites.setState({ rows: [], starters: [] }),
});

useSession.subscribe((now, before) => {
  const responsibility = (record: typeof now.record) => record?.currentResponsibility?.responsibilityId;
  if (
    now.record !== null &&
    before.record !== null &&
    responsibility(now.record) !== responsibility(before.record) &&
    stateOf(session()) === "full"
  )
    void loadFavourites();
});

onLanguage(() => void (stateOf(session()) === "full" && loadFavourites()));
