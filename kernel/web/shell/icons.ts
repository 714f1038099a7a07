import {
  AlarmClock, BadgeCheck, Banknote, Barcode, Bell, BookOpen, Box, Boxes, Briefcase, Building2, Calculator, Calendar, ChartColumn, ChartLine,
  ClipboardCheck, ClipboardList, Clock, Code, Contact, Database, Factory, FileSignature, FileText, Files, Folder, Gauge, Gavel, Globe, Hammer,
  Handshake, History, House, Inbox, KeyRound, Layers, LayoutDashboard, List, ListTodo, Lock, Mail, MapPin, Megaphone, MessageSquare, Network, Package,
  Percent, Plug, Printer, Puzzle, Receipt, Scale, ScanLine, Search, Server, Settings, ShieldCheck, ShoppingCart, SlidersHorizontal, Star, Stamp, Store,
  Tags, TrendingUp, TriangleAlert, Truck, User, Users, Wallet, Warehouse, Workflow, Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Menu } from "../../menu.ts";

/** The icons a menu may name in imageLink, by their own names. */
const icons: Readonly<Record<string, LucideIcon>> = {
  "alarm-clock": AlarmClock, "badge-check": BadgeCheck, banknote: Banknote, barcode: Barcode, bell: Bell, "book-open": BookOpen, box: Box,
  boxes: Boxes, briefcase: Briefcase, "building-2": Building2, calculator: Calculator, calendar: Calendar, "chart-column": ChartColumn,
  "chart-line": ChartLine, "clipboard-check": ClipboardCheck, "clipboard-list": ClipboardList, clock: Clock, code: Code, contact: Contact,
  database: Database, factory: Factory, "file-signature": FileSignature, "file-text": FileText, files: Files, folder: Folder, gauge: Gauge,
  gavel: Gavel, globe: Globe, hammer: Hammer, handshake: Handshake, history: History, house: House, inbox: Inbox, "key-round": KeyRound,
  layers: Layers, "layout-dashboard": LayoutDashboard, list: List, "list-todo": ListTodo, lock: Lock, mail: Mail, "map-pin": MapPin,
  megaphone: Megaphone, "message-square": MessageSquare, network: Network, package: Package, percent: Percent, plug: Plug, printer: Printer,
  puzzle: Puzzle, receipt: Receipt, scale: Scale, "scan-line": ScanLine, search: Search, server: Server, settings: Settings,
  "shield-check": ShieldCheck, "shopping-cart": ShoppingCart, "sliders-horizontal": SlidersHorizontal, star: Star, stamp: Stamp, store: Store,
  tags: Tags, "trending-up": TrendingUp, "triangle-alert": TriangleAlert, truck: Truck, user: User, users: Users, wallet: Wallet, warehouse: Warehouse,
  workflow: Workflow, wrench: Wrench,
};

/** The icon a menu names, else one by its kind. */
export const iconOf = (menu: Pick<Menu, "imageLink" | "menuType">): LucideIcon =>
  icons[menu.imageLink ?? ""] ?? ({ DIR: Folder, PAGE: FileText, EXTERNAL: Globe, EXTERNAL_BLANK: Globe, REPORT: ChartColumn, CHART: ChartColumn } as const)[menu.menuType] ?? FileText;
