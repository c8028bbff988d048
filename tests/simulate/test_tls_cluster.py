"""A real scheduler and worker that speak TLS only, with certificates made for the occasion."""

import datetime
import ipaddress

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from feltworks.errors import FeltworksError
from feltworks.rules.loader import read
from feltworks.simulate import cluster
from feltworks.simulate.cluster import Tls, cluster_pool
from feltworks.simulate.running import run
from feltworks.simulate.tablegames import prepare_table

pytestmark = pytest.mark.slow


class Authority:
    """Signs certificates that hold for an hour on this machine."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.cert = self._signed(name, self.key, authority=True)
        self.file = self._write("ca.pem", self.cert.public_bytes(serialization.Encoding.PEM))

    def _signed(self, name, key, *, authority=False):
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
            .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, self.name)]))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(minutes=1))
            .not_valid_after(now + datetime.timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
        builder = builder.add_extension(x509.SubjectAlternativeName([address]), critical=False)
        return builder.sign(self.key, hashes.SHA256())

    def _write(self, name, data):
        path = self.folder / f"{self.name}-{name}"
        path.write_bytes(data)
        return path

    def issue(self, name):
        """A certificate and its key, as files."""
        key = ec.generate_private_key(ec.SECP256R1())
        pem = serialization.Encoding.PEM
        plain = key.private_bytes(
            pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        cert = self._signed(name, key).public_bytes(pem)
        return self._write(f"{name}.pem", cert), self._write(f"{name}.key", plain)


def test_a_cluster_is_reached_with_the_certificates_it_trusts_and_no_others(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    house, stranger = Authority(tmp_path, "house"), Authority(tmp_path, "stranger")
    cert, key = house.issue("worker")
    files = {
        f"tls_{role}_{kind}": str(path)
        for role in ("scheduler", "worker", "client")
        for kind, path in (("cert", cert), ("key", key))
    }
    security = distributed.Security(tls_ca_file=str(house.file), require_encryption=True, **files)
    job = prepare_table(read("three-card-poker").rules).job(8)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 3)
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        protocol="tls://",
        host="127.0.0.1",
        security=security,
        dashboard_address=None,
        silence_logs=50,
    ) as there:
        address = there.scheduler_address
        assert address.startswith("tls://")
        mine = Tls(house.file, *house.issue("client"))
        with cluster_pool(address=address, tls=mine) as pool:
            assert run(job, 5_000, pool) == job.deal(0, 5_000)
        for wrong, says in (
            (Tls(house.file, *stranger.issue("client")), "certificates do not fit"),
            (Tls(stranger.file, *house.issue("other")), "certificates do not fit"),
            (
                Tls(house.file, cert, stranger.issue("third")[1]),
                "is not the key of",
            ),
            (Tls(key, cert, key), "--tls-ca .*worker.key: it is no certificate"),
            (Tls(house.file, key), "--tls-cert .*worker.key: it is no certificate"),
            (Tls(house.file, cert), "--tls-cert .*: its key is not in it; give it with --tls-key"),
            (Tls(house.file, None, key), "--tls-key .*: give its certificate with --tls-cert"),
            (Tls(), "certificates do not fit"),
        ):
            with (
                pytest.raises(FeltworksError, match=says),
                cluster_pool(address=address, tls=wrong),
            ):
                pass
