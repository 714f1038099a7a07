import { create } from "zustand";

/** Where the browser stands, and what the main area shows instead of a page when the guard said no. */
interface Here {
  readonly address: string;
  readonly problem: "waiting" | "notFound" | "noPermission" | null;
}

export const currentAddress = (): string => location.pathname + location.search;

/** The place this window shows; changed only by the router. Until that has looked at the address, no page kept from an earlier visit begins to work. */
export const useHere = create<Here>(() => ({
  address: currentAddress(),
  problem: location.pathname.startsWith("/main/") ? "waiting" : null,
}));

/** Writes the browser's address line and what follows from it; the same address twice makes no second entry. */
export function stand(address: string, problem: Here["problem"], replace: boolean): void {
  if (currentAddress() !== address) history[replace ? "replaceState" : "pushState"](null, "", address);
  useHere.setState({ address, problem });
}
