import {
  AlarmClock, BadgeCheck, Banknote, Bell, Box, Boxes, Building2, Calculator, ChartColumn, ClipboardCheck, ClipboardList, Cog, Database, FileSignature, FileText, Folder, Gavel,
  Globe, Handshake, HardHat, Inbox, LayoutDashboard, ListTodo, Lock, Mail, MessageSquare, Package, Plug, Puzzle, Receipt, ScrollText, Search, Settings, ShieldCheck, ShoppingCart, Star,
  Store, Tags, Truck, Users, Wallet, Warehouse, Workflow, Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Menu } from "../../menu.ts";

/** The icons a menu may name in imageLink. */
const icons: Readonly<Record<string, LucideIcon>> = {
  alarm: AlarmClock, badge: BadgeCheck, banknote: Banknote, bell: Bell, box: Box, boxes: Boxes, building: Building2, calculator: Calculator, chart: ChartColumn, check: ClipboardCheck,
  clipboard: ClipboardList, cog: Cog, database: Database, contract: FileSignature, file: FileText, folder: Folder, gavel: Gavel, globe: Globe, handshake: Handshake, mould: HardHat, inbox: Inbox,
  dashboard: LayoutDashboard, todo: ListTodo, lock: Lock, mail: Mail, message: MessageSquare, package: Package, plug: Plug, puzzle: Puzzle, receipt: Receipt, scroll: ScrollText, search: Search,
  settings: Settings, shield: ShieldCheck, cart: ShoppingCart, star: Star, store: Store, tags: Tags, truck: Truck, users: Users, wallet: Wallet, warehouse: Warehouse, workflow: Workflow, wrench: Wrench,
};

/** The icon a menu names, else one by its kind. */
export const iconOf = (menu: Pick<Menu, "imageLink" | "menuType">): LucideIcon =>
  icons[(menu.imageLink ?? "").toLowerCase()] ?? ({ DIR: Folder, PAGE: FileText, EXTERNAL: Globe, EXTERNAL_BLANK: Globe, REPORT: ChartColumn, CHART: ChartColumn } as const)[menu.menuType];
