"""One connection to a broker: MQTT 5 by paho, which nothing else here imports."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt import properties as mqtt_properties
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.broker import Broker

KEEPALIVE_S = 20
CONNECT_S = 5.0
_properties: Any = mqtt_properties.Properties  # it carries no types
_UNSAID = "Unspecified error"
"""What paho says of a line that ended without a word."""
REFUSED = 128
"""Reason codes of MQTT 5 from here on are refusals."""


class Connection:
    """One connection to a broker. It never connects again by itself: another one takes its place.

    What happens is told by the callbacks, in a thread of its own.
    """

    def __init__(
        self,
        broker: Broker,
        name: str,
        *,
        connected: Callable[[], None],
        lost: Callable[[str], None],
        sent: Callable[[int, str | None], None] = lambda number, refusal: None,
        heard: Callable[[str, bytes, int], None] = lambda topic, payload, number: None,
        will: tuple[str, bytes] | None = None,
        keeps_session_s: int = 0,
        most_at_once: int = 100,
    ) -> None:
        """``sent`` is called with a message's number, and why the broker refused it; ``heard`` with topic, payload
        and the number to ``take`` it by. With ``keeps_session_s`` the broker keeps what comes while away.
        """
        self._broker = broker
        self._lost = lost
        self._over = False
        self._keeps = keeps_session_s
        self._most = most_at_once
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=name,
            protocol=mqtt.MQTTv5,
            manual_ack=True,
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(most_at_once)
        if broker.user is not None:
            client.username_pw_set(broker.user, broker.password)
        if will is not None:
            client.will_set(*will, qos=1, retain=True)

        def on_connect(client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
            if reason.value >= REFUSED:
                self._tell_lost(str(reason))
            else:
                connected()

        def on_disconnect(
            client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any
        ) -> None:
            self._tell_lost("the line broke" if str(reason) == _UNSAID else str(reason))

        def on_publish(client: mqtt.Client, _: Any, number: int, reason: ReasonCode, properties: Any) -> None:
            sent(number, str(reason) if reason.value >= REFUSED else None)

        def on_message(client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
            try:
                heard(message.topic, bytes(message.payload), message.mid)
            except UnicodeDecodeError:  # a topic that no broker should let pass
                client.ack(message.mid, 1)

        client.on_connect = on_connect
        client.on_disconnect = on_disconnect
        client.on_publish = on_publish
        client.on_message = on_message
        self._client = client

    def open(self) -> None:
        """Connects; raises OSError, ``ssl.SSLError`` among them, and ``BadAddress``."""
        host, port = self._broker.host_and_port
        if self._broker.is_encrypted:
            self._client.tls_set_context(_trusting(self._broker.ca_file))
        properties: Any = _properties(PacketTypes.CONNECT)
        properties.ReceiveMaximum = self._most
        if self._keeps:
            properties.SessionExpiryInterval = self._keeps
        self._client.connect(
            host, port, keepalive=KEEPALIVE_S, clean_start=not self._keeps, properties=properties
        )
        self._client.loop_start()

    def listen(self, topic: str, *, fresh: bool = False) -> None:
        """Asks for what is said on a topic, with QoS 1; ``fresh`` leaves out what was said before and kept."""
        handling = SubscribeOptions.RETAIN_DO_NOT_SEND if fresh else SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE
        self._client.subscribe(topic, options=SubscribeOptions(qos=1, retainHandling=handling))

    def say(self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1) -> int:
        """Sends a message and gives its number; ``sent`` tells when the broker has it."""
        return int(self._client.publish(topic, payload, qos=qos, retain=retain).mid)

    def take(self, number: int) -> None:
        """Tells the broker that a message that was heard is safe."""
        if number:
            self._client.ack(number, 1)

    def close(self, farewell: Mapping[str, bytes] | None = None) -> None:
        """Says goodbye, if there is something to say, and hangs up."""
        self._over = True
        try:
            for topic, payload in (farewell or {}).items():
                self._client.publish(topic, payload, qos=1, retain=True).wait_for_publish(1.0)
        except (ValueError, RuntimeError):
            pass  # not connected: the last will tells it
        self._client.disconnect()
        self._client.loop_stop()

    def _tell_lost(self, reason: str) -> None:
        if not self._over:
            self._over = True
            self._client.disconnect()
            self._lost(reason)


def _trusting(ca_file: Path | None) -> ssl.SSLContext:
    """What asks the broker for its certificate; raises OSError where the own copy cannot be read."""
    try:
        return ssl.create_default_context(cafile=None if ca_file is None else str(ca_file))
    except OSError as error:
        raise OSError(f"no certificate can be read from {ca_file}: {error.strerror or error}") from error
