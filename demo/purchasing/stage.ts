import type { Me } from "#kernel/entity.ts";
import { Cast, type Row } from "../cast.ts";

const sellers: Readonly<Record<string, string>> = { 星铸钣金: "starcast", 鲸落塑业: "whalefall", 固远: "guyuan" };

/** Whom and what the purchasing stories of the demonstration are about. */
export class Stage extends Cast {
  protected people!: Readonly<Record<"requester" | "planner" | "buyer" | "chief" | "keeper", Me>>;
  protected readonly items = new Map<string, Row>();
  protected readonly suppliers = new Map<string, Row & { readonly siteId: string }>();
  readonly #ids = new Map<string, string>();

  /** Finds them; false where the company they belong to is not there. */
  async look(): Promise<boolean> {
    const [items, suppliers, sites] = await Promise.all([this.rows("SrmBaseItem"), this.rows("SrmSupInfo"), this.rows("SrmSupSite")]);
    for (const row of items) this.items.set(row["itemName"], row);
    for (const supplier of suppliers) {
      const site = sites.find((s) => s["supplierId"] === supplier["id"] && s["orgCode"] === "BU-E");
      if (site) this.suppliers.set(supplier["shortName"], { ...supplier, siteId: site["id"] });
    }
    if (!this.suppliers.has("星铸钣金") || !this.items.has("安装支架")) return false;
    for (const [name, entity, key, value] of [
      ["org", "BaseOrganization", "orgCode", "BU-E"],
      ["plant", "BaseOrganization", "orgCode", "INV-E1"],
      ["gate", "SrmBaseDeliveryInfo", "deliveryCode", "DE1"],
      ["store", "SrmBaseStorageLocation", "storageCode", "WH01"],
      ["term", "SrmBasePaymentTerm", "termCode", "NET60"],
      ["dept", "BaseDepartment", "deptCode", "E-OPS"],
      ["metal", "SrmBasePurchaseCategory", "categoryCode", "1001"],
      ["carton", "SrmBasePurchaseCategory", "categoryCode", "3001"],
      ["PR-STD", "SrmBasePurchaseBillType", "billTypeCode", "PR-STD"],
      ["PO-STD", "SrmBasePurchaseBillType", "billTypeCode", "PO-STD"],
      ["PA-STD", "SrmBasePurchaseBillType", "billTypeCode", "PA-STD"],
    ] as const)
      this.#ids.set(name, (await this.idOf(entity, key, value))!);
    const [requester, planner, buyer, chief, keeper] = await Promise.all([
      this.as("requester01", "REQUESTER"),
      this.as("planner01", "PLANNER"),
      this.as("buyer.east01", "BUYER"),
      this.as("lead.buyer", "PUR_MANAGER"),
      this.as("warehouse01", "WAREHOUSE"),
    ]);
    this.people = { requester, planner, buyer, chief, keeper };
    return true;
  }

  protected id = (name: string): string => this.#ids.get(name)!;
  protected item = (name: string): string => String(this.items.get(name)!["id"]);
  protected supplier = (short: string): string => String(this.suppliers.get(short)!["id"]);

  /** The sales people of a supplier, signed in to the portal. */
  protected portal = (short: string): Promise<Me> => this.as(sellers[short]!, "SUP_ADMIN", this.supplier(short));
}
