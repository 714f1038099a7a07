import type { ReactNode } from "react";
import { PageWorld } from "../page/PageWorld.tsx";

/** The ground of a page built around a default list or edit page, which bring their record window themselves. */
export function Ground({ children }: { readonly children: ReactNode }) {
  return <PageWorld>{children}</PageWorld>;
}
