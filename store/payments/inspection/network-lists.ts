import { BlockList, isIP, isIPv6 } from 'node:net';
import { clientNetwork } from '../../../security/client-network';
import type { Networks } from '../../../domain/payments/inspection/inspection-rule';

const MAX_LISTS = 1_000;

/** Reads a list of networks once: that takes longer than the rest of an inspection. */
export class NetworkLists implements Networks {
  private readonly read = new Map<string, BlockList>();

  isListed(ip: string, listed: readonly string[]): boolean {
    return isIP(ip) !== 0 && this.find(listed).check(ip, familyOf(ip));
  }

  clientOf(ip: string): string {
    return clientNetwork(ip);
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
