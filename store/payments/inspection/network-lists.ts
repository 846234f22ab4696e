import { readFileSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { alpha2ToAlpha3 } from 'i18n-iso-countries';
import { Reader, type Response } from 'mmdb-lib';
import { clientNetwork, withoutMapping } from '../../../security/client-network';
import type { Networks } from '../../../domain/payments/inspection/inspection-rule';

const MAX_LISTS = 1_000;

let countries: Reader<Response> | undefined;

/** Opens the table of countries at the first rule that needs it: 8 MB. */
function openCountries(): Reader<Response> {
  return (countries ??= new Reader(
    readFileSync(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
  ));
}

/** Reads a list of networks once: that takes longer than the rest of an inspection. */
export class NetworkLists implements Networks {
  private readonly read = new Map<string, BlockList>();

  isListed(ip: string, listed: readonly string[]): boolean {
    return isIP(ip) !== 0 && this.find(listed).check(ip, familyOf(ip));
  }

  clientOf(ip: string): string {
    return clientNetwork(ip);
  }

  countryOf(ip: string): string | undefined {
    if (isIP(ip) === 0) return undefined;
    const found = openCountries().get(withoutMapping(ip)) as { country_code?: string } | null;
    return alpha2ToAlpha3(found?.country_code ?? '');
  }

  private find(listed: readonly string[]): BlockList {
    const key = listed.join();
    const known = this.read.get(key);
    if (known) return known;
    const networks = new BlockList();
    for (const each of listed) {
      const [address = '', bits] = each.split('/');
      const family = familyOf(address);
      networks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
    if (this.read.size >= MAX_LISTS) this.read.clear();
    this.read.set(key, networks);
    return networks;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
